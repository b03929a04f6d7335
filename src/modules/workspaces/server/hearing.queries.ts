import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Reading } from '~/kit/server/live/audience';
import { demandsFactor, rightsOfUser } from '~/modules/users/server/rights.service';
import { concernsReading, type Hearer, toldOf } from '../hearing.rules';
import { isolation, workspacesOfUser } from './provided.queries';

/** Whoever is connected, with what their browser shows of themselves: it looks again when any of it changes. */
interface Connected extends Hearer {
  role_id: number | null;
  second_factor_required: boolean;
}

/** Who hears of which changes (docs/product/roles.md#live-changes). */
export function liveReading(db: Db): Reading<Connected> {
  return {
    concernsReading,
    toldOf,
    lookUp: async (ids) => {
      const found = await sql<Connected>`select u.id, u.role, u.role_id, ${rightsOfUser} as rights,
          ${workspacesOfUser} as workspaces, ${isolation} as workspace_isolation,
          ${demandsFactor} as second_factor_required
        from users u where u.id = any (${ids}::integer[])`.execute(db);
      return found.rows;
    },
  };
}
