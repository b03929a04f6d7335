import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import { nobody } from '~/kit/server/database/context';
import { displayName } from '~/modules/users/users.rules';
import type { User } from '~/modules/users/users.fields';

export interface Renaming {
  user: number;
  /** Every address and name that the person had. */
  emails: readonly string[];
  names: readonly string[];
  after: Pick<User, 'email' | 'first_name' | 'last_name'>;
  /** First and last name after it. */
  name: string;
}

const anyOf = (words: readonly string[]) =>
  sql`any(${words.map((word) => word.toLowerCase())}::text[])`;

// Tables that store their creator's name, so that it remains after the user is deleted.
const signedTables = [
  'orders',
  'invoices',
  'payments',
  'credit_notes',
  'stock_movements',
  'record_notes',
  'attached_files',
] as const;

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
  const { user, emails, after, name } = renaming;
  const sent = await sql<{
    id: number;
  }>`update invitations set invited_by_name = ${name} where invited_by = ${user} or id in (
    select record_id from activity where user_id = ${user} and entity = 'invitations'
      and action = 'created') returning id`.execute(trx);
  const inviter = JSON.stringify({ invited_by_name: name });
  for (const side of [sql.ref('before'), sql.ref('after')]) {
    await sql`update activity set ${side} = ${side} || ${inviter}::jsonb
      where entity = 'invitations' and ${side} ? 'invited_by_name'
        and record_id = any(${sent.rows.map(({ id }) => id)}::integer[])`.execute(trx);
  }
  const received = await sql<{ id: number }>`update invitations
    set email = ${after.email}, first_name = ${after.first_name}, last_name = ${after.last_name}
    where lower(email) = ${anyOf(emails)} returning id`.execute(trx);
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
  { user, after, name }: Renaming,
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
      where entity in ('orders', 'invoices', 'payments', 'credit_notes') and ${side}->>'created_by' = ${String(user)}
        and ${side} ? 'created_by_name'`.execute(trx);
  }
}

/**
 * Cancels waiting mails to the person, since they would greet by name. Waiting mails to others about the person's
 * actions, and invitations, are sent with the new name; of sent ones the subject has it.
 */
export async function renameInMails(
  trx: Transaction,
  { emails, names, name, after }: Renaming,
  now: Date,
): Promise<void> {
  const own = sql`string_to_array(lower(recipient), ', ') && ${emails.map((email) => email.toLowerCase())}::text[]`;
  await sql`update mails set body = '', html = null, attachments = '[]', status = 'failed',
      last_error = 'The receiver''s data was anonymized', updated_at = ${now}
    where ${own} and status = 'queued'`.execute(trx);
  await sql`update mails set recipient = ${after.email}, last_error = case
      when strpos(lower(last_error), lower(recipient)) = 0 then last_error end
    where ${own}`.execute(trx);
  for (const former of names) {
    const renamed = (column: string) => sql`replace(${sql.ref(column)}, ${former}, ${name})`;
    await sql`update mails set subject = ${renamed('subject')}, body = ${renamed('body')}
      where (strpos(subject, ${former}) > 0 or strpos(body, ${former}) > 0)
        and (key like 'notification:%' or key like 'digest:%' or key like 'access:%' or lower(recipient) in (
          select lower(email) from invitations where invited_by_name = ${name}))`.execute(trx);
  }
}

/** Sign-ins at the provider that wait for the person's second factor: they hold what it tells of the person. */
export async function forgetSignIns(
  trx: Transaction,
  { user, emails }: Pick<Renaming, 'user' | 'emails'>,
): Promise<void> {
  await sql`delete from provider_sign_ins where lower(identity->>'email') = ${anyOf(emails)}
    or (identity->>'issuer', identity->>'subject') in (
      select issuer, subject from provider_accounts where user_id = ${user})`.execute(trx);
}

/** Files that the person imported: their names, what was refused of them, and the lines of the feed about them. */
export async function forgetImports(trx: Transaction, user: number): Promise<void> {
  const file = 'a file';
  await sql`update import_jobs set file_name = ${file}, refused = null, errors = '[]'
    where user_id = ${user} and status <> 'running' and file_name <> ${file}`.execute(trx);
  await sql`with renamed as (
      update activity set record_label = ${file}, message = replace(message, record_label, ${file})
      where action in ('imported', 'import failed') and record_label <> ${file}
        and (user_id = ${user} or after->>'started_by' = ${String(user)}) returning id, message
    )
    update notifications n set record_label = ${file}, message = r.message
    from renamed r where n.activity_id = r.id`.execute(trx);
}

/** Former values of records that were changed many at once, and the names of files that the person imported. */
export async function renameInBatches(
  trx: Transaction,
  { user, name }: Pick<Renaming, 'user' | 'name'>,
): Promise<void> {
  await sql`update batches set title = 'Import of a file' where kind = 'import' and created_by = ${user}`.execute(
    trx,
  );
  const maker = JSON.stringify({ created_by_name: name });
  for (const side of [sql.ref('before'), sql.ref('after')]) {
    await sql`update batch_rows set ${side} = ${side} || ${maker}::jsonb
      where ${side}->>'created_by' = ${String(user)} and ${side} ? 'created_by_name'`.execute(trx);
  }
}

/** Backups and checks that the person asked for. */
export async function renameInRuns(
  trx: Transaction,
  { user, name, names }: Renaming,
): Promise<void> {
  await sql`update maintenance_runs set requested_by_name = ${name}
    where requested_by = ${user} or (requested_by is null
      and requested_by_name = any(${[...names]}::text[]))`.execute(trx);
}

/** What others' calls were answered, kept in case they are sent again: records that are the person's. */
export async function renameInAnswers(
  trx: Transaction,
  { user, names, after, name }: Renaming,
): Promise<void> {
  const about = (field: string) => sql`answer::text ~ ${`"${field}": ${user}[,}]`}`;
  const said = (field: string, value: string) => `"${field}": ${JSON.stringify(value)}`;
  for (const former of names) {
    const [first = '', ...rest] = former.split(' ');
    const swaps = [
      ['assigned_first_name', first, after.first_name],
      ['assigned_last_name', rest.join(' '), after.last_name],
      ['created_by_name', former, name],
    ] as const;
    for (const [field, was, becomes] of swaps) {
      await sql`update idempotency_keys
        set answer = replace(answer::text, ${said(field, was)}, ${said(field, becomes)})::jsonb
        where strpos(answer::text, ${said(field, was)}) > 0
          and (${about('assigned_to')} or ${about('created_by')})`.execute(trx);
    }
  }
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
  'view_defaults',
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
  await sql`delete from views where owner_id = ${user}`.execute(trx);
  const counters = [`password ${user}`, `code ${user}`, ...names.map((name) => `name ${name}`)];
  await sql`delete from login_failures
    where name = any(${counters.map((each) => each.toLowerCase())}::text[])`.execute(trx);
}
