import type { Context } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { announce } from '~/kit/server/database/announce';
import {
  anonymizeUser,
  logAnonymization,
} from '~/modules/users/administration/server/anonymization.service';
import { lockNameCopies } from '~/modules/users/server/person-names.service';
import { displayName } from '~/modules/users/users.rules';
import { isConfirmed } from '../privacy.rules';
import {
  deletePersonalRows,
  eraseFromLog,
  renameInActivity,
  renameInInvitations,
  renameInMails,
  renameInNotifications,
  renameInRecords,
} from './anonymization.queries';

/**
 * Removes the signed-in person's identity from the account and from every copy of the name, in one transaction;
 * business records stay. 400 without the exact sentence (docs/product/privacy.md#anonymizing).
 */
export async function anonymizeData(context: Context, confirmation: string): Promise<void> {
  const verdict = isConfirmed(confirmation);
  if (!verdict.ok) enforce(verdict, 400, [{ field: 'confirmation', message: verdict.sentence }]);
  await context.transaction(async (trx) => {
    const write = { trx, context };
    await lockNameCopies(trx);
    const { before, after } = await anonymizeUser(write);
    const renaming = { user: before.id, oldEmail: before.email, newEmail: after.email, after };
    await renameInInvitations(trx, renaming);
    const [oldName, name] = [displayName(before), displayName(after)];
    await renameInActivity(trx, { ...renaming, name });
    await renameInMails(trx, { ...renaming, oldName, name }, context.now);
    await renameInNotifications(trx, before.id, name);
    const touched = await renameInRecords(trx, before.id, name);
    await deletePersonalRows(trx, before.id, [before.username, before.email]);
    await eraseFromLog(trx, before.id, [before.email]);
    logAnonymization(write, after);
    for (const entity of [...touched, 'invitations']) {
      announce(trx, { entity, id: null, action: 'updated', version: null });
    }
  });
}
