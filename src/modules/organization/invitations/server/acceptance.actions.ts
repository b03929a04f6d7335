import { type Context, anonymous, type Write } from '~/kit/server/database/context';
import { getRecord, type Locked, lockRecord } from '~/kit/server/database/entity';
import { AppError } from '~/kit/server/errors';
import { updateRecord } from '~/kit/server/database/write';
import { digestOf, hashPassword } from '~/modules/organization/users/server/hashes.service';
import { isRole } from '~/modules/organization/users/server/rights.service';
import { notifyOfAdministrator } from '~/modules/organization/users/server/access-news.service';
import { createUser, withoutNames } from '~/modules/organization/users/server/users.service';
import type { Invitation, ShownInvitation } from '../invitations.fields';
import { type LinkProblem, linkMessages } from '../invitations.rules';
import {
  endTokens,
  findToken,
  invitations,
  isVouched,
  lockSender,
  lockToken,
  type TokenRow,
} from './invitations.queries';

/** What the invited person is shown; 404 with the reason for a link that does not work. */
export async function readInvitation(context: Context, token: string): Promise<ShownInvitation> {
  const { db, now } = context;
  const digest = digestOf(token);
  const id = openId(digest && (await findToken(db, digest)));
  const invitation = stillOpen(await getRecord(db, invitations, id), now);
  if (!(await isVouched(db, id))) throw closed('revoked');
  return shown(invitation);
}

/** Creates the account of the invited person, once, without signing in (docs/product/invitations.md#acceptance). */
export async function acceptInvitation(
  context: Context,
  account: { token: string; username: string; password: string },
): Promise<{ username: string }> {
  const { now } = context;
  const digest = digestOf(account.token);
  // Checked before the costly hash, and again once the link is locked.
  await readInvitation(context, account.token);
  const password_hash = await hashPassword(account.password);
  return context.transaction(async (trx) => {
    const id = openId(digest && (await lockToken(trx, digest)));
    const isVouchedFor = await lockSender(trx, id);
    const row = await lockRecord(trx, invitations, id);
    const invitation = stillOpen(row, now);
    if (!isVouchedFor) throw closed('revoked');
    const { email, first_name, last_name, role, role_id } = invitation;
    if (role_id !== null && !(await isRole(trx, role_id))) throw closed('revoked');
    const person = { ...anonymous, first_name, last_name };
    const { username } = account;
    const user = await withoutNames(() =>
      createUser(
        { trx, context: { person, now } },
        { username, email, first_name, last_name, role, role_id, password_hash },
      ),
    );
    const write = { trx, context: { person: { ...person, id: user.id }, now } };
    await noteAcceptance(write, row);
    if (user.role === 'admin') await notifyOfAdministrator(write, user, row.invited_by_name);
    return { username: user.username };
  });
}

/** The invitation's person has an account now, and its links are used. */
export async function noteAcceptance(write: Write, row: Locked<Invitation>): Promise<void> {
  await updateRecord(write, invitations, {
    row,
    values: { status: 'accepted', accepted_at: write.context.now.toISOString() },
    action: 'accepted',
  });
  await endTokens(write.trx, row.id, 'used');
}

function openId(token: TokenRow | null): number {
  if (!token) throw closed('unknown');
  if (token.ended) throw closed(token.ended);
  if (token.invitation_id === null) throw closed('revoked');
  return token.invitation_id;
}

function stillOpen(invitation: Invitation, now: Date): Invitation {
  if (invitation.status === 'accepted') throw closed('used');
  const isPast = Date.parse(invitation.expires_at) <= now.getTime();
  if (isPast || invitation.status === 'expired') throw closed('expired');
  return invitation;
}

function closed(problem: LinkProblem): AppError {
  return new AppError(`invitation_link.${problem}`, linkMessages[problem]);
}

function shown(invitation: Invitation): ShownInvitation {
  const { first_name, last_name, email, role, message, expires_at } = invitation;
  return { first_name, last_name, email, role, message, expires_at };
}
