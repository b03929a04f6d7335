import { type Context, anonymous, type Write } from '~/kit/server/database/context';
import { databaseCode } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { alreadyTaken, AppError, enforce } from '~/kit/server/errors';
import { linkPlaceholder, queueMail } from '~/kit/server/mail/mail';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { chooseRole, isRole, noRole } from '~/modules/organization/users/server/rights.service';
import { findByAddress, lockAddress } from '~/modules/organization/users/server/users.service';
import { displayName } from '~/modules/organization/users/users.rules';
import type { Invitation } from '../invitations.fields';
import { canResend, canRevoke, expiryFrom } from '../invitations.rules';
import { mailOf } from './invitations.mail';
import {
  endTokens,
  findPending,
  insertSending,
  invitations,
  lockOverdue,
  lockTokens,
} from './invitations.queries';
import { lockRecord } from '~/kit/server/database/entity';

export interface NewInvitation {
  email: string;
  first_name: string;
  last_name: string;
  role: Invitation['role'];
  role_id?: number | null | undefined;
  message?: string | null | undefined;
}

/**
 * Invites a person by mail; 409 where the address belongs to a user or is already invited
 * (docs/product/invitations.md#life).
 */
export async function invite(context: Context, values: NewInvitation): Promise<Invitation> {
  return context.write(async (write, trx) => {
    await expireOverdue(trx, context.now);
    await refuseExisting(trx, values.email, 0);
    const role = await chooseRole(trx, noRole, values);
    const invitation = await explainDuplicate(() =>
      insertRecord(write, invitations, {
        ...values,
        ...role,
        ...senderOf(context),
        expires_at: expiryFrom(context.now),
      }),
    );
    await mailLink(write, invitation);
    return invitation;
  });
}

/** Who sends an invitation vouches for it: it ends when that person is not an active administrator any longer. */
function senderOf({ person }: Context) {
  return { invited_by: person.id, invited_by_name: displayName(person) };
}

/** Mails a new link with 14 new days; earlier links stop working (docs/product/invitations.md#life). */
export async function resend(context: Context, id: number): Promise<Invitation> {
  return context.write(async (write, trx) => {
    await lockTokens(trx, id);
    await expireOverdue(trx, context.now);
    const row = await lockRecord(trx, invitations, id);
    enforce(canResend(row));
    await refuseExisting(trx, row.email, id);
    await refuseDeletedRole(trx, row);
    const values = {
      status: 'pending',
      ...senderOf(context),
      expires_at: expiryFrom(context.now),
    };
    const invitation = await explainDuplicate(() =>
      updateRecord(write, invitations, { row, values, action: 'resent' }),
    );
    await endTokens(trx, id, 'replaced');
    await mailLink(write, invitation);
    return invitation;
  });
}

/** Revokes a pending invitation: it leaves the list, and its links answer with the reason. */
export async function revoke(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    await lockTokens(trx, id);
    await expireOverdue(trx, context.now);
    await endTokens(trx, id, 'revoked');
    const row = await lockRecord(trx, invitations, id);
    enforce(canRevoke(row));
    await deleteRecord(write, invitations, { row, action: 'revoked' });
    return { id };
  });
}

export async function expireOverdue(trx: Transaction, now: Date): Promise<void> {
  const write = { trx, context: { person: anonymous, now } };
  for (const id of await lockOverdue(trx, now)) {
    const row = await lockRecord(trx, invitations, id);
    await updateRecord(write, invitations, {
      row,
      values: { status: 'expired' },
      action: 'expired',
    });
  }
}

async function mailLink(write: Write, invitation: Invitation): Promise<void> {
  const { trx, context } = write;
  const id = await insertSending(trx, { invitation: invitation.id, now: context.now });
  const { time_zone: timeZone } = await getSettings(trx);
  const mail = mailOf(invitation, { link: linkPlaceholder, timeZone });
  await queueMail(trx, { ...mail, link: { kind: 'invitation', id } }, context.now);
}

/** A role may be deleted once no pending invitation names it. */
async function refuseDeletedRole(trx: Transaction, { role_id }: Invitation): Promise<void> {
  if (role_id === null || (await isRole(trx, role_id))) return;
  const message = 'The role of this invitation was deleted. Please send a new invitation.';
  throw new AppError('invitation.role_gone', message);
}

const pendingMessage = 'There is already a pending invitation for this email address';

async function refuseExisting(trx: Transaction, email: string, except: number): Promise<void> {
  await lockAddress(trx, email);
  const user = await findByAddress(trx, email);
  if (user) {
    const message = 'A user with this email address already exists';
    const record = { type: 'user', id: user.id, label: displayName(user) };
    throw alreadyTaken('invitation.already_user', { field: 'email', message, record });
  }
  const pending = await findPending(trx, email, except);
  if (!pending) return;
  const record = { type: 'invitation', id: pending.id, label: displayName(pending) };
  throw alreadyTaken('invitation.already_pending', {
    field: 'email',
    message: pendingMessage,
    record,
  });
}

/**
 * Handles the unique violation that `refuseExisting` cannot prevent: two invitations to the same address at the same
 * instant.
 */
async function explainDuplicate<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseCode(error) !== '23505') throw error;
    const details = [{ field: 'email', message: pendingMessage }];
    throw new AppError('invitation.already_pending', pendingMessage, { details });
  }
}
