import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Reading } from '~/kit/server/live/audience';
import type { Whereabouts } from '~/kit/shared/changes';
import { requiresFactor, rightsOfUser } from '~/modules/organization/users/server/rights.service';
import { concernsReading, type Listener, isInformed } from '../listeners.rules';
import { isolation, workspacesOfUser } from './extensions.queries';
import { placementOf } from './whereabouts.service';

/** Everyone who is connected, with what their browser shows of themselves: it looks again when any of it changes. */
interface Connected extends Listener {
  role_id: number | null;
  second_factor_required: boolean;
}

/** Who hears of which changes (docs/product/roles.md#live-changes). */
export function liveReading(db: Db): Reading<Connected> {
  return {
    concernsReading,
    isInformed,
    isOf: (reader, person) => scopeText(reader) === scopeText(person),
    whereabouts: (entity, ids) => findWhereabouts(db, entity, ids),
    lookUp: async (ids) => {
      const found = await sql<Connected>`select u.id, u.role, u.role_id, ${rightsOfUser} as rights,
          ${workspacesOfUser} as workspaces, ${isolation} as workspace_isolation,
          ${requiresFactor} as second_factor_required
        from users u where u.id = any (${ids}::integer[])`.execute(db);
      return found.rows;
    },
  };
}

function scopeText({
  role,
  rights,
  workspaces,
  workspace_isolation,
}: Omit<Listener, 'id'>): string {
  return JSON.stringify({ role, rights, workspaces, workspace_isolation });
}

async function findWhereabouts(
  db: Db,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Whereabouts> | null> {
  const placement = placementOf(entity);
  if (!placement) return null;
  const { from, workspace, owners } = placement;
  const found = await sql<{ id: number; workspace: number | null; owners: (number | null)[] }>`
    select t.id, ${workspace} as workspace, array[${sql.join(owners)}]::integer[] as owners
    from ${from} where t.id = any (${ids}::bigint[])`.execute(db);
  return new Map(
    found.rows.map((row) => [
      row.id,
      { workspace: row.workspace, owners: row.owners.filter((owner) => owner !== null) },
    ]),
  );
}
