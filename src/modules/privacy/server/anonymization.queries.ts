import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import { nobody } from '~/kit/server/database/context';
import { displayName } from '~/modules/users/users.rules';
import type { User } from '~/modules/users/users.fields';

interface Renaming {
  user: number;
  oldEmail: string;
  newEmail: string;
  after: User;
}

// Tables that store their creator's name, so that it remains after the user is deleted.
const signedTables = ['orders', 'invoices', 'payments', 'stock_movements'] as const;

/** Replaces the person's name on records that the person created; returns the affected tables. */
export async function renameInRecords(
  trx: Transaction,
  user: number,
  name: string,
): Promise<string[]> {
  const touched: string[] = [];
  for (const table of signedTables) {
    const renamed = await sql`update ${sql.table(table)} set created_by_name = ${name}
      where created_by = ${user} returning id`.execute(trx);
    if (renamed.rows.length > 0) touched.push(table);
  }
  return touched;
}

/**
 * Renames the person in invitations that the person sent, which the feed finds by id, and received; feed entries and
 * notifications about the latter contain the name too.
 */
export async function renameInInvitations(trx: Transaction, renaming: Renaming): Promise<void> {
  const { user, oldEmail, newEmail, after } = renaming;
  const name = `${after.first_name} ${after.last_name}`;
  const sent = await sql<{
    id: number;
  }>`update invitations set invited_by_name = ${name} where id in (
    select record_id from activity where user_id = ${user} and entity = 'invitations'
      and action = 'created') returning id`.execute(trx);
  const inviter = JSON.stringify({ invited_by_name: name });
  for (const side of [sql.ref('before'), sql.ref('after')]) {
    await sql`update activity set ${side} = ${side} || ${inviter}::jsonb
      where entity = 'invitations' and ${side} ? 'invited_by_name'
        and record_id = any(${sent.rows.map(({ id }) => id)}::integer[])`.execute(trx);
  }
  const received = await sql<{ id: number }>`update invitations
    set email = ${newEmail}, first_name = ${after.first_name}, last_name = ${after.last_name}
    where lower(email) = lower(${oldEmail}) returning id`.execute(trx);
  const ids = received.rows.map(({ id }) => id);
  await renameLines(trx, { entity: 'invitations', ids, name });
}

/** Feed entries whose label is the person's name, and the notifications about them. */
async function renameLines(
  trx: Transaction,
  { entity, ids, name }: { entity: string; ids: readonly number[]; name: string },
): Promise<void> {
  await sql`with renamed as (
      update activity set record_label = ${name}, message = ${name}, before = null, after = null
      where entity = ${entity} and record_id = any(${ids}::integer[]) returning id
    )
    update notifications set message = ${name}, record_label = ${name}
    where activity_id in (select id from renamed)`.execute(trx);
}

/** Feed entries about memberships, whose label is the person's name. */
async function renameInMemberships(trx: Transaction, user: number, name: string): Promise<void> {
  const entity = 'workspace_members';
  const memberships = await sql<{ id: number }>`select distinct record_id as id from activity
    where entity = ${entity} and ${String(user)} in (before->>'user_id', after->>'user_id')`.execute(
    trx,
  );
  await renameLines(trx, { entity, ids: memberships.rows.map(({ id }) => id), name });
}

/** Feed entries of the person, about the person's account, and the names inside stored record values. */
export async function renameInActivity(
  trx: Transaction,
  { user, after, name }: Renaming & { name: string },
): Promise<void> {
  await sql`update activity set user_name = ${name} where user_id = ${user}`.execute(trx);
  await renameLines(trx, { entity: 'users', ids: [user], name });
  // Accepting an invitation happens before the account exists, so the feed has the person's name only.
  await sql`update activity set user_name = ${name} where entity = 'users' and record_id = ${user}
    and user_id is null and user_name <> ${displayName(nobody)}`.execute(trx);
  await renameInMemberships(trx, user, name);
  const assignee = JSON.stringify({
    assigned_first_name: after.first_name,
    assigned_last_name: after.last_name,
  });
  const maker = JSON.stringify({ created_by_name: name });
  for (const side of [sql.ref('before'), sql.ref('after')]) {
    await sql`update activity set ${side} = ${side} || ${assignee}::jsonb
      where entity = 'leads' and ${side}->>'assigned_to' = ${String(user)}
        and ${side} ? 'assigned_first_name'`.execute(trx);
    await sql`update activity set ${side} = ${side} || ${maker}::jsonb
      where entity in ('orders', 'invoices', 'payments') and ${side}->>'created_by' = ${String(user)}
        and ${side} ? 'created_by_name'`.execute(trx);
  }
}

/**
 * Cancels waiting mails to the person, since they would greet by name. Waiting mails to others about the person's
 * actions, and invitations, are sent with the new name; the content of sent mails is not stored.
 */
export async function renameInMails(
  trx: Transaction,
  { oldEmail, newEmail, oldName, name }: Renaming & { oldName: string; name: string },
  now: Date,
): Promise<void> {
  await sql`update mails set body = '', html = null, attachments = '[]', status = 'failed',
      last_error = 'The receiver''s data was anonymized', updated_at = ${now}
    where lower(recipient) = lower(${oldEmail}) and status = 'queued'`.execute(trx);
  await sql`update mails set recipient = ${newEmail}
    where lower(recipient) = lower(${oldEmail})`.execute(trx);
  await sql`update mails set subject = replace(subject, ${oldName}, ${name}),
      body = replace(body, ${oldName}, ${name}), updated_at = ${now}
    where status = 'queued' and (key like 'notification:%' or key like 'digest:%' or lower(recipient) in (
      select lower(email) from invitations where invited_by_name = ${name}))`.execute(trx);
}

/** Notifications of others about the person's actions. */
export async function renameInNotifications(
  trx: Transaction,
  user: number,
  name: string,
): Promise<void> {
  await sql`update notifications set user_name = ${name}
    where activity_id in (select id from activity where user_id = ${user})`.execute(trx);
}

/** Erases the values of personal fields that the audit log kept of the person; its entries and their chain stay whole. */
export async function eraseFromLog(
  trx: Transaction,
  user: number,
  addresses: readonly string[],
): Promise<void> {
  await sql`select erase_person_from_log(${user}, ${addresses}::text[])`.execute(trx);
}

const personalTables = [
  'sessions',
  'known_devices',
  'email_changes',
  'provider_accounts',
  'password_resets',
  'idempotency_keys',
  'user_photos',
  'notifications',
  'notification_preferences',
] as const;

/** Deletes rows about the person alone; consents stay without a name. `names` are the names used for sign-in. */
export async function deletePersonalRows(
  trx: Transaction,
  user: number,
  names: readonly string[],
): Promise<void> {
  for (const table of personalTables) {
    await sql`delete from ${sql.table(table)} where user_id = ${user}`.execute(trx);
  }
  const counters = [`password ${user}`, `code ${user}`, ...names.map((name) => `name ${name}`)];
  await sql`delete from login_failures
    where name = any(${counters.map((each) => each.toLowerCase())}::text[])`.execute(trx);
}
