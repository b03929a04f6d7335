import type { Database } from '~/kit/server/database/db';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import { logEvent } from '~/kit/server/audit/log-event';
import { displayName } from '../../users.rules';
import { findHolder } from '../../server/users.queries';
import { clearFailures } from './failures.queries';

/**
 * Frees the user with this name or email address from what failed sign-ins hold up; gives whom, or null for no one
 * (docs/product/sign-in.md#lock-out).
 */
export async function freeUser({ db }: Database, name: string, now: Date): Promise<string | null> {
  return inTransaction(
    db,
    async (trx) => {
      const user = await findHolder(trx, name, 0);
      if (!user) return null;
      await clearFailures(trx, user.id);
      await logEvent(trx, { action: 'lock-out ended', entity: 'users', record: user.id });
      return displayName(user);
    },
    systemAt(now),
  );
}
