import { logActivity } from '~/kit/server/database/activity-log';
import type { Context } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { enforceConfirmed } from '~/kit/server/errors';
import type { AccountState } from '../../sessions/sessions.fields';
import { getAccountState, putSessionTimeout } from './account.queries';
import { notifyOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';

/**
 * Sets after how many minutes without activity all of the person's sessions end; null for never. 403 for a longer time
 * until the person confirmed their identity.
 */
export async function setSessionTimeout(
  context: Context,
  minutes: AccountState['session_timeout_minutes'],
): Promise<Pick<AccountState, 'session_timeout_minutes'>> {
  return context.write(async (write, trx) => {
    const user = await lockRecord(trx, users, context.person.id);
    const { session_timeout_minutes: existing } = await getAccountState(trx, user.id);
    if (existing !== minutes) {
      if ((minutes ?? Infinity) > (existing ?? Infinity)) enforceConfirmed(context.person);
      await putSessionTimeout(trx, user.id, minutes);
      const [before, after] = [existing, minutes].map((each) => ({
        session_timeout_minutes: each,
      }));
      const title = 'User session timeout changed';
      const message = `${users.label(user)}: Session Timeout`;
      logActivity(write, users, user, {
        action: 'session timeout changed',
        before: before ?? null,
        after: after ?? null,
        title,
        message,
      });
      await notifyOwnPages(trx, user.id);
    }
    return { session_timeout_minutes: minutes };
  });
}
