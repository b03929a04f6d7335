import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { anonymous } from '~/kit/server/database/context';
import { displayName } from '~/modules/organization/users/users.rules';
import type { User } from '~/modules/organization/users/users.fields';
import { personalRows } from './personal-rows.service';

export interface Renaming {
  user: number;
  /** Every address and name that the person had. */
  emails: readonly string[];
  names: readonly string[];
  after: Pick<User, 'email' | 'first_name' | 'last_name'>;
  /** First and last name after it. */
  name: string;
}

const anyOf = (texts: readonly string[]) =>
  sql`any(${texts.map((word) => word.toLowerCase())}::text[])`;

interface Column {
  table: string;
  column: string;
  /** Whether the column that it is named after holds the person's id: `created_by` for `created_by_name`. */
  has_id: boolean;
}

/** Every column that this program may write, but for those of the log, which a function of the database erases. */
async function listColumns(trx: Transaction, condition: SqlPart): Promise<Column[]> {
  const found = await sql<Column>`select c.relname as table, a.attname as column,
      exists (select from pg_attribute i where i.attrelid = c.oid and not i.attisdropped
        and i.attname = regexp_replace(a.attname, '_name$', '') and i.attname <> a.attname) as has_id
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p')
      and c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and a.attgenerated = '' and c.relname not like 'audit\\_%'
      and has_column_privilege(c.oid, a.attnum, 'update') and ${condition}
    order by c.relname, a.attnum`.execute(trx);
  return found.rows;
}

/** Replaces the person's name on all that says who did it; gives the tables in which it was. */
export async function renameInRecords(
  trx: Transaction,
  { user, names, name }: Pick<Renaming, 'user' | 'names' | 'name'>,
): Promise<string[]> {
  const touched = new Set<string>();
  for (const { table, column, has_id } of await listColumns(
    trx,
    sql`a.attname like '%\\_by\\_name'`,
  )) {
    const id = has_id ? sql.ref(column.replace(/_name$/, '')) : sql`null::integer`;
    const isNamed = sql`${sql.ref(column)} = any(${[...names]}::text[])`;
    const renamed = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${name}
      where ${id} = ${user} or (${id} is null and ${isNamed})`.execute(trx);
    if ((renamed.numAffectedRows ?? 0n) > 0n) touched.add(table);
  }
  return [...touched];
}

/** The same in every document of every table: former values, answers of calls that may be sent again. */
export async function renameInDocuments(
  trx: Transaction,
  { user, names, after, name }: Renaming,
): Promise<void> {
  const becomes = JSON.stringify({ ...after, name });
  for (const { table, column } of await listColumns(trx, sql`a.atttypid = 'jsonb'::regtype`)) {
    const document = sql.ref(column);
    const renamed = sql`with_name(${document}, ${user}, ${[...names]}::text[], ${becomes}::jsonb)`;
    await sql`update ${sql.table(table)} set ${document} = ${renamed}
      where (${document}::text ~ ${`_(by|to)": ${user}[,}]`}
          or exists (select from unnest(${[...names]}::text[]) former
            where strpos(${document}::text, to_jsonb(former)::text) > 0))
        and ${renamed} <> ${document}`.execute(trx);
  }
}

/** Renames the person in invitations that the person received, and in the lines of the feed and notifications about them. */
export async function renameInInvitations(trx: Transaction, renaming: Renaming): Promise<void> {
  const { emails, after, name } = renaming;
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

/** Feed entries of the person and about the person's account. */
export async function renameInActivity(
  trx: Transaction,
  { user, name }: Pick<Renaming, 'user' | 'name'>,
): Promise<void> {
  await sql`update activity set user_name = ${name} where user_id = ${user}`.execute(trx);
  await renameLines(trx, { entity: 'users', ids: [user], name });
  // Accepting an invitation happens before the account exists, so the feed has the person's name only.
  await sql`update activity set user_name = ${name} where entity = 'users' and record_id = ${user}
    and user_id is null and user_name <> ${displayName(anonymous)}`.execute(trx);
  await renameInMemberships(trx, user, name);
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
        and (key like 'notification:%' or key like 'digest:%' or key like 'access:%' or key like 'report:%' or lower(recipient) in (
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

/** Files that the person imported: their names, also as titles of bulk changes, what was refused of them, and the lines of the feed about them. */
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
  await sql`update batches set title = 'Import of a file' where kind = 'import' and created_by = ${user}`.execute(
    trx,
  );
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
  await personalRows.get().forget(trx, user);
  const counters = [`password ${user}`, `code ${user}`, ...names.map((name) => `name ${name}`)];
  await sql`delete from login_failures
    where name = any(${counters.map((each) => each.toLowerCase())}::text[])`.execute(trx);
}
