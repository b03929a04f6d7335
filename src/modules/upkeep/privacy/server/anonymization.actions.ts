import type { Context } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { announce, triggerJob } from '~/kit/server/database/announce';
import type { Transaction } from '~/kit/server/database/transaction';
import {
  anonymizeUser,
  logAnonymization,
} from '~/modules/organization/users/administration/server/anonymization.service';
import { lockNameCopies } from '~/modules/organization/users/server/person-names.service';
import { anonymousOf, displayName } from '~/modules/organization/users/users.rules';
import { renameInWebhooks } from '~/modules/connections/webhooks/server/webhooks.service';
import { isConfirmed } from '../privacy.rules';
import {
  deletePersonalRows,
  eraseFromLog,
  forgetImports,
  forgetSignIns,
  renameInActivity,
  renameInDocuments,
  renameInInvitations,
  renameInMails,
  renameInNotifications,
  renameInRecords,
} from './anonymization.queries';
import { type FormerIdentity, findFormerIdentity, insertErasure } from './former-identity.queries';

export const erasingJob = 'privacy.erase';

/**
 * Removes the signed-in person's identity from the account and from every copy of the name, in one transaction;
 * business records stay. 400 without the exact sentence (docs/product/privacy.md#anonymizing).
 */
export async function anonymizeData(context: Context, confirmation: string): Promise<void> {
  const verdict = isConfirmed(confirmation);
  if (!verdict.ok) enforce(verdict, [{ field: 'confirmation', message: verdict.message }]);
  await context.write(async (write, trx) => {
    await lockNameCopies(trx);
    const { before, after } = await anonymizeUser(write);
    const former = await findFormerIdentity(trx, before);
    const touched = await replaceCopies(trx, former, context.now);
    await deletePersonalRows(trx, before.id, [...former.usernames, ...former.emails]);
    await eraseFromLog(trx, before.id, former.emails);
    await insertErasure(trx, former, context.now);
    await triggerJob(trx, erasingJob);
    logAnonymization(write, after);
    for (const entity of new Set([...touched, 'invitations'])) {
      announce(trx, { entity, id: null });
    }
  });
}

/** Replaces every copy of the name of a person who was anonymized; gives the tables of records that it touched. */
export async function replaceCopies(
  trx: Transaction,
  { user, emails, names }: Pick<FormerIdentity, 'user' | 'emails' | 'names'>,
  now: Date,
): Promise<string[]> {
  const after = anonymousOf(user);
  const renaming = { user, emails, names, after, name: displayName(after) };
  const touched = await renameInRecords(trx, renaming);
  await renameInDocuments(trx, renaming);
  await renameInInvitations(trx, renaming);
  await renameInActivity(trx, renaming);
  await renameInMails(trx, renaming, now);
  await renameInNotifications(trx, user, renaming.name);
  await renameInWebhooks(trx, renaming);
  await forgetImports(trx, user);
  await forgetSignIns(trx, renaming);
  return touched;
}
