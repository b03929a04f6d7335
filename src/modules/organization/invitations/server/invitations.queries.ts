import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { displayName } from '~/modules/organization/users/users.rules';
import { invitationFields } from '../invitations.fields';

/** Invitations as stored; the job marks expired ones within a minute. */
export const invitations: Entity<typeof invitationFields> = {
  name: 'invitations',
  type: 'user',
  noun: 'Invitation',
  fields: invitationFields,
  select: (where) =>
    sql`select ${columnsOf(invitationFields, 't')} from invitations t where ${where}`,
  label: displayName,
};

/** False once the administrator who sent invitation `t` is not an active administrator any longer. */
const isVouchedFor = sql<boolean>`(t.invited_by is null or exists (
  select from users s where s.id = t.invited_by and s.is_active and s.role = 'admin'))`;

/** Invitations as read: a pending one past its expiry, or whose sender is gone, already counts as expired. */
export function invitationsAt(now: Date): Entity<typeof invitationFields> {
  const { status: _, ...others } = invitationFields;
  const isOver = sql`t.status = 'pending'
    and (t.expires_at <= ${sql.lit(now.toISOString())}::timestamptz or not ${isVouchedFor})`;
  return {
    ...invitations,
    select: (where: RawBuilder<unknown>) => sql`select ${columnsOf(others, 't')},
      case when ${isOver} then 'expired' else t.status end as status from invitations t where ${where}`,
  };
}

/** The list stays the same statement until one more invitation expires, so that it is kept in the meantime. */
export async function listInvitations(db: Db, now: Date): Promise<ListSource> {
  const found = await sql<{ last: string | null }>`select max(t.expires_at) as last
    from invitations t where t.status = 'pending' and t.expires_at <= ${now}`.execute(db);
  const last = new Date(found.rows[0]?.last ?? 0);
  return {
    select: sql`${invitationsAt(last).select(sql`true`)} order by t.created_at desc, t.id desc`,
    entity: 'invitations',
  };
}

/** Locks the pending invitations past their expiry, or whose sender is gone; skips those locked by others. */
export async function lockOverdue(trx: Transaction, now: Date): Promise<number[]> {
  const found = await sql<{ id: number }>`select t.id from invitations t
    where t.status = 'pending' and (t.expires_at <= ${now} or not ${isVouchedFor})
    order by t.id for update skip locked`.execute(trx);
  return found.rows.map((row) => row.id);
}

/**
 * Whether the sender of an invitation is still an active administrator, who stays one until the transaction ends.
 */
export async function lockSender(trx: Transaction, id: number): Promise<boolean> {
  const found = await sql<{ vouched: boolean }>`select s.is_active and s.role = 'admin' as vouched
    from invitations t join users s on s.id = t.invited_by where t.id = ${id}
    for share of s`.execute(trx);
  return found.rows[0]?.vouched ?? (await isVouched(trx, id));
}

export async function isVouched(db: Db, id: number): Promise<boolean> {
  const found = await sql<{ vouched: boolean }>`select ${isVouchedFor} as vouched
    from invitations t where t.id = ${id}`.execute(db);
  return found.rows[0]?.vouched ?? false;
}

export interface PendingInvitation {
  id: number;
  first_name: string;
  last_name: string;
}

/** Another pending invitation to this address, ignoring case. */
export async function findPending(
  trx: Transaction,
  email: string,
  except: number,
): Promise<PendingInvitation | null> {
  const found = await sql<PendingInvitation>`select id, first_name, last_name from invitations
    where lower(email) = lower(${email}) and status = 'pending' and id <> ${except}`.execute(trx);
  return found.rows[0] ?? null;
}

/** The sending of an invitation; its link is made when the mail goes out. */
export async function insertSending(
  trx: Transaction,
  { invitation, now }: { invitation: number; now: Date },
): Promise<number> {
  const created = await sql<{
    id: number;
  }>`insert into invitation_tokens (invitation_id, created_at)
    values (${invitation}, ${now}) returning id`.execute(trx);
  return Number(created.rows[0]?.id ?? 0);
}

/** One more link of a sending; false when a newer one, or the end of the invitation, has closed it. */
export async function addToken(db: Db, sending: number, digest: Buffer): Promise<boolean> {
  const added = await sql`update invitation_tokens set digests = digests || ${digest}::bytea
    where id = ${sending} and ended is null and invitation_id is not null returning id`.execute(db);
  return added.rows.length > 0;
}

/** Locks an invitation's links. To avoid deadlocks, the invitation itself is always locked after them. */
export async function lockTokens(trx: Transaction, invitation: number): Promise<void> {
  await sql`select id from invitation_tokens
    where invitation_id = ${invitation} order by id for update`.execute(trx);
}

export async function endTokens(
  trx: Transaction,
  invitation: number,
  ended: 'used' | 'replaced' | 'revoked',
): Promise<void> {
  await sql`update invitation_tokens set ended = ${ended}
    where invitation_id = ${invitation} and ended is null`.execute(trx);
}

export interface TokenRow {
  invitation_id: number | null;
  ended: 'used' | 'replaced' | 'revoked' | null;
}

export async function findToken(db: Db, digest: Buffer): Promise<TokenRow | null> {
  const found = await sql<TokenRow>`select invitation_id, ended from invitation_tokens
    where digests @> array[${digest}::bytea]`.execute(db);
  return found.rows[0] ?? null;
}

/** Locked until the transaction ends: of two requests with the same link, the second sees it used. */
export async function lockToken(trx: Transaction, digest: Buffer): Promise<TokenRow | null> {
  const found = await sql<TokenRow>`select invitation_id, ended from invitation_tokens
    where digests @> array[${digest}::bytea] for update`.execute(trx);
  return found.rows[0] ?? null;
}
