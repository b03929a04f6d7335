import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { displayName } from '~/modules/users/users.rules';
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

/** Invitations as read: a pending one past its expiry already counts as expired. */
export function invitationsAt(now: Date): Entity<typeof invitationFields> {
  const { status: _, ...others } = invitationFields;
  const isOver = sql`t.status = 'pending' and t.expires_at <= ${sql.lit(now.toISOString())}::timestamptz`;
  return {
    ...invitations,
    select: (where: RawBuilder<unknown>) => sql`select ${columnsOf(others, 't')},
      case when ${isOver} then 'expired' else t.status end as status from invitations t where ${where}`,
  };
}

export function listInvitations(now: Date): ListSource {
  return {
    select: sql`${invitationsAt(now).select(sql`true`)} order by t.created_at desc, t.id desc`,
    tables: ['invitations'],
  };
}

/** Locks the pending invitations that are past their expiry; skips those locked by others. */
export async function lockOverdue(trx: Transaction, now: Date): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from invitations
    where status = 'pending' and expires_at <= ${now} order by id for update skip locked`.execute(
    trx,
  );
  return found.rows.map((row) => row.id);
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

export async function insertToken(
  trx: Transaction,
  token: { digest: Buffer; invitation: number; now: Date },
): Promise<void> {
  const { digest, invitation, now } = token;
  await sql`insert into invitation_tokens (digest, invitation_id, created_at)
    values (${digest}, ${invitation}, ${now})`.execute(trx);
}

/** Locks an invitation's links. To avoid deadlocks, the invitation itself is always locked after them. */
export async function lockTokens(trx: Transaction, invitation: number): Promise<void> {
  await sql`select digest from invitation_tokens
    where invitation_id = ${invitation} order by digest for update`.execute(trx);
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
    where digest = ${digest}`.execute(db);
  return found.rows[0] ?? null;
}

/** Locked until the transaction ends: of two requests with the same link, the second sees it used. */
export async function lockToken(trx: Transaction, digest: Buffer): Promise<TokenRow | null> {
  const found = await sql<TokenRow>`select invitation_id, ended from invitation_tokens
    where digest = ${digest} for update`.execute(trx);
  return found.rows[0] ?? null;
}
