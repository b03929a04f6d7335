import type { SqlPart } from '~/kit/server/database/db';

/** SQL: where records are that are read by workspace and owner. */
export interface Place {
  from: SqlPart;
  workspace: SqlPart;
  owners: readonly SqlPart[];
}

const places = new Map<string, Place>();

/** Says where an entity's records are; called by src/app/modules.ts through each module. */
export function registerPlace(entity: string, place: Place): void {
  places.set(entity, place);
}

/** Null for an entity whose records are nobody's. */
export function placeOf(entity: string): Place | null {
  return places.get(entity) ?? null;
}
