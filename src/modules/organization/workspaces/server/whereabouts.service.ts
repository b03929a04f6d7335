import type { SqlPart } from '~/kit/server/database/db';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { type Belonging, belongingOf } from './belonging.queries';

/** SQL: where records are that are read by workspace and owner. */
export interface Place extends Belonging {
  /** The record as `t`, and as `c` the customer that it follows. */
  from: SqlPart;
}

const places = new Map<string, Place>();

/** Says where an entity's records are; called by src/app/modules.ts through each module. */
export function registerPlace(entity: string, place: Place): void {
  places.set(entity, place);
}

/** The same for a table that is read with the rights of a kind, whose entry names workspace and owners. */
export function registerKindPlace(entity: string, kind: Kind, from: SqlPart): void {
  const belonging = belongingOf(kind);
  if (belonging) places.set(entity, { from, ...belonging });
}

/** Null for an entity whose records are no one's. */
export function placeOf(entity: string): Place | null {
  return places.get(entity) ?? null;
}
