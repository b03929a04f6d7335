import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { User } from '~/modules/organization/users/users.fields';

export interface FormerIdentity {
  user: number;
  emails: string[];
  usernames: string[];
  /** First and last name as they were together, and each first with each last. */
  names: string[];
}

/**
 * From the user and from what the log kept; to be read before either is erased. Addresses that someone else has now are not
 * the person's any longer.
 */
export async function findFormerIdentity(
  trx: Transaction,
  { id, email, username, first_name, last_name }: User,
): Promise<FormerIdentity> {
  const found = await sql<{ field: string; value: string }>`
    select distinct field, value from audit_log l join audit_values v on v.entry_id = l.id
      cross join lateral (select * from jsonb_each_text(coalesce(v.before, '{}'))
        union all select * from jsonb_each_text(coalesce(v.after, '{}'))) each_value (field, value)
    where l.entity = 'users' and l.record = ${String(id)} and value is not null
      and field in ('email', 'username', 'first_name', 'last_name')
      and not (field = 'email' and exists (
        select from users u where u.id <> ${id} and lower(u.email) = lower(value)))`.execute(trx);
  const requestedByUrl = await sql<{ email: string }>`select recipient as email from mails
    where key like ${`email_change:${id}:%`}
      and not exists (select from users u where u.id <> ${id} and lower(u.email) = lower(recipient))
      and not exists (select from invitations i where lower(i.email) = lower(recipient))`.execute(
    trx,
  );
  const ever = (field: string, now: string) => [
    ...new Set([now, ...found.rows.filter((row) => row.field === field).map(({ value }) => value)]),
  ];
  const lastNames = ever('last_name', last_name);
  return {
    user: id,
    emails: [...ever('email', email), ...requestedByUrl.rows.map((row) => row.email)],
    usernames: ever('username', username),
    names: ever('first_name', first_name).flatMap((first) =>
      lastNames.map((last) => `${first} ${last}`.trim()),
    ),
  };
}

type Erasure = Pick<FormerIdentity, 'user' | 'emails' | 'names'>;

export async function insertErasure(
  trx: Transaction,
  { user, emails, names }: Erasure,
  now: Date,
): Promise<void> {
  await sql`insert into erasures (user_id, emails, names, created_at)
    values (${user}, ${emails}::text[], ${names}::text[], ${now})`.execute(trx);
}

/** Those that are not finished, each with whether nothing is still in progress that may know the former name. */
export async function listErasures(db: Db): Promise<(Erasure & { is_settled: boolean })[]> {
  await sql`update erasures set seen_at = clock_timestamp() where seen_at is null`.execute(db);
  const found = await sql<Erasure & { is_settled: boolean }>`
    select user_id as "user", emails, names, not exists (
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' and xact_start < seen_at)
      and not exists (select from mails where status = 'sending' and created_at <= e.created_at)
      as is_settled
    from erasures e order by user_id`.execute(db);
  return found.rows;
}

export async function endErasure(trx: Transaction, user: number): Promise<void> {
  await sql`delete from erasures where user_id = ${user}`.execute(trx);
}
