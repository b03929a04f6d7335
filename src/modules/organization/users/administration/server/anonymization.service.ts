import { logActivity } from '~/kit/server/database/activity-log';
import type { Write } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import { AppError, enforce } from '~/kit/server/errors';
import type { User } from '../../users.fields';
import { anonymousOf, canAnonymize } from '../../users.rules';
import { nobodysHash } from '../../server/hashes.service';
import { removePasskeys } from '../../factors/server/passkeys.queries';
import { removeFactor } from '../../factors/server/second-factor.queries';
import { endUserSessions } from '../../sessions/server/sessions.service';
import {
  lockOtherAdministrators,
  lockPasswordHash,
  overwritePerson,
  users,
} from '../../server/users.queries';

/**
 * Replaces the signed-in person's identifying data, closes the account permanently and ends every session. Returns the
 * user before and after. 409 for the last active administrator (docs/product/privacy.md#anonymizing).
 */
export async function anonymizeUser(write: Write): Promise<{ before: User; after: User }> {
  const { trx, context } = write;
  const { person, now } = context;
  const state = {
    asker: person.id,
    otherAdministrators: await lockOtherAdministrators(trx, person.id),
  };
  // Of two concurrent calls, the second finds the account and its session closed.
  if ((await lockPasswordHash(trx, person.id)) === null)
    throw new AppError('auth.not_signed_in', 'Please sign in to continue');
  const before = await getRecord(trx, users, person.id);
  enforce(canAnonymize(before, state));
  await overwritePerson(trx, person.id, {
    values: { ...anonymousOf(person.id), password_hash: nobodysHash },
    now,
  });
  await removeFactor(trx, person.id);
  await removePasskeys(trx, person.id);
  await endUserSessions(trx, person.id, { now });
  const after = await getRecord(trx, users, person.id);
  return { before, after };
}

/**
 * The feed entry, written after the copies of the name are gone: it contains neither the old values nor the old name.
 */
export function logAnonymization({ trx, context }: Write, after: User): void {
  const { first_name, last_name } = after;
  const person = { ...context.person, first_name, last_name };
  logActivity({ trx, context: { ...context, person } }, users, after, {
    action: 'anonymized',
    before: null,
    after: null,
  });
}
