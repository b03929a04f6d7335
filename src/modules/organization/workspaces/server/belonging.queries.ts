import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { type Kind, kinds } from '~/modules/organization/kinds/kinds.rules';

/** SQL: to which workspace and people a record belongs. */
export interface Belonging {
  workspace: SqlPart;
  owners: readonly SqlPart[];
}

/** SQL: workspace and owners of a kind's records, which a select calls `t`, and the customer that they follow `c`. */
export function belongingOf(kind: Kind): Belonging | null {
  const { workspace, owners } = kinds[kind];
  if (workspace === null) return null;
  return {
    workspace: sql.ref(`${workspace === 'record' ? 't' : 'c'}.workspace_id`),
    owners: owners.map((owner) => sql.ref(`t.${owner}`)),
  };
}
