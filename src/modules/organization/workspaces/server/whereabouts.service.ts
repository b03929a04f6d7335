import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { type Kind, kinds } from '~/modules/organization/kinds/kinds.rules';

/** SQL: where records are that are read by workspace and owner. */
export interface Place {
  /** The record as `t`, and as `c` the customer that it follows. */
  from: SqlPart;
  workspace: SqlPart;
  owners: readonly SqlPart[];
}

const places = new Map<string, Place>();

/** Says where an entity's records are; called by src/app/modules.ts through each module. */
export function registerPlace(entity: string, place: Place): void {
  places.set(entity, place);
}

/** The same for records of a kind, or what is read like them, whose workspace and owners the kind names. */
export function registerKindPlace(entity: string, kind: Kind, from: SqlPart): void {
  const belonging = belongingOf(kind);
  if (belonging) places.set(entity, { from, ...belonging });
}

/** Null for an entity whose records are nobody's. */
export function placeOf(entity: string): Place | null {
  return places.get(entity) ?? null;
}

/** SQL: workspace and owners of a kind's records, which a select calls `t`, and the customer that they follow `c`. */
export function belongingOf(kind: Kind): Omit<Place, 'from'> | null {
  const { workspace, owners } = kinds[kind];
  if (workspace === null) return null;
  return {
    workspace: sql.ref(`${workspace === 'record' ? 't' : 'c'}.workspace_id`),
    owners: owners.map((owner) => sql.ref(`t.${owner}`)),
  };
}
