import type { SqlPart } from '~/kit/server/database/db';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { type Belonging, belongingOf } from './belonging.queries';

/** SQL: where records are that are read by workspace and owner. */
export interface TablePlacement extends Belonging {
  /** The record as `t`, and as `c` the customer that it follows. */
  from: SqlPart;
}

const placements = new Map<string, TablePlacement>();

/** Says where an entity's records are; called by src/app/modules.ts through each module. */
export function registerPlacement(entity: string, placement: TablePlacement): void {
  placements.set(entity, placement);
}

/** The same for a table that is read with the rights of a kind, whose entry names workspace and owners. */
export function registerKindPlacement(entity: string, kind: Kind, from: SqlPart): void {
  const belonging = belongingOf(kind);
  if (belonging) placements.set(entity, { from, ...belonging });
}

/** Null for an entity whose records have no workspace. */
export function placementOf(entity: string): TablePlacement | null {
  return placements.get(entity) ?? null;
}
