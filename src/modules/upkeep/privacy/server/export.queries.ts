import { type RawBuilder, sql } from 'kysely';
import { columnsOf, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { userFields } from '~/modules/organization/users/users.fields';
import { personalRows } from './personal-rows.service';

const instant = (column: string) => sql`${instantText(sql.ref(column))} as ${sql.ref(column)}`;

/** The parts of the export by their name in the file. Every new table with personal data must be added here. */
function partsOf(user: number): Record<string, RawBuilder<unknown>> {
  const mine = sql`where user_id = ${user}`;
  const addressed = (column: string) =>
    sql`where lower(${sql.ref(column)}) = (select lower(email) from users where id = ${user})`;
  return {
    profile: sql`select ${columnsOf(userFields, 't')} from users t where id = ${user}`,
    sessions: sql`select id, device, address, last_address, ${instant('created_at')}, ${instant('last_seen_at')},
      ${instant('ended_at')} from sessions ${mine} order by id desc`,
    failed_sign_ins: sql`select address, ${instant('failed_at')} from login_failures
      where name in (select unnest(array['name ' || lower(username), 'name ' || lower(email), 'password ' || id])
        from users where id = ${user}) order by id desc`,
    email_changes: sql`select email, ${instant('expires_at')} from email_changes ${mine}`,
    known_devices: sql`select ${instant('last_used_at')} from known_devices ${mine}
      order by last_used_at desc`,
    passkeys: sql`select name, ${instant('created_at')}, ${instant('last_used_at')} from passkeys ${mine}
      order by id`,
    single_sign_on: sql`select issuer, subject, ${instant('linked_at')} from provider_accounts ${mine}`,
    activity: sql`select id, type, action, title, message, record_id, record_label,
      ${instantText(sql`created_at`)} as "timestamp" from activity ${mine} order by id desc`,
    activity_about_me: sql`select id, action, title, message, user_name,
      ${instantText(sql`created_at`)} as "timestamp" from activity
      where entity = 'users' and record_id = ${user} order by id desc`,
    sign_ins: sql`select action, address, ${instantText(sql`at`)} as "timestamp", after as details
      from audit_log where entity = 'users' and record = ${String(user)} and action ~ '^(sign|confirm)' order by id desc`,
    downloads: sql`select record as file, address, ${instantText(sql`at`)} as "timestamp"
      from audit_log where entity = 'downloads' and user_id = ${user} order by id desc`,
    account_settings: sql`select session_timeout_minutes from users where id = ${user}`,
    photo: sql`select encode(content, 'base64') as webp_base64, ${instant('changed_at')}
      from user_photos ${mine}`,
    notifications: sql`select event, title, message, ${instant('read_at')}, ${instant('mailed_at')},
      ${instant('created_at')} from notifications ${mine} order by id desc`,
    invitations: sql`select id, email, first_name, last_name, role, message, status, invited_by_name,
      ${instant('created_at')}, ${instant('expires_at')}, ${instant('accepted_at')}
      from invitations ${addressed('email')} order by id desc`,
    mails: sql`select id, recipient, subject, status, ${instant('created_at')}
      from mails ${addressed('recipient')} order by id desc`,
    notes: sql`select id, kind, record_id, text, ${instant('created_at')}, ${instant('updated_at')}
      from record_notes where created_by = ${user} order by id desc`,
    workspaces: sql`select w.id, w.name, m.role, ${instantText(sql`m.created_at`)} as created_at
      from workspace_members m join workspaces w on w.id = m.workspace_id
      where m.user_id = ${user} order by m.id`,
    former_workspaces: sql`select w.id, w.name, ${instantText(sql`f.left_at`)} as left_at
      from former_viewers f join workspaces w on w.id = f.workspace_id
      where f.user_id = ${user} order by w.id`,
    customer_contacts: sql`select id, name, position, email, phone, ${instant('created_at')}
      from customer_contacts ${addressed('email')} order by id desc`,
    views: sql`select id, list, name, state, is_shared, ${instant('created_at')}, ${instant('updated_at')}
      from views where created_by = ${user} order by id desc`,
    files: sql`select id, kind, record_id, name, type, size, ${instant('created_at')}
      from attached_files where created_by = ${user} order by id desc`,
    next_steps: sql`select id, kind, record_id, text, due_date, ${instant('done_at')}, ${instant('created_at')}
      from next_steps where assigned_to = ${user} or created_by = ${user} order by id desc`,
    assigned_leads: sql`select id, company_name, status, ${instant('created_at')}
      from leads where assigned_to = ${user} order by id desc`,
    ...personalRows.get().exported(user),
  };
}

const rowsAtOnce = 500;

/** The parts as members of a JSON object, in pieces: each is a list but `profile`, and some have a line for each deed of years. */
export async function* readPersonalData(trx: Transaction, user: number): AsyncGenerator<string> {
  const { profile, ...parts } = partsOf(user);
  yield `"profile":${(await sql<Line>`${lines(profile)}`.execute(trx)).rows[0]?.line ?? 'null'}`;
  for (const [name, select] of Object.entries(parts)) {
    yield `,${JSON.stringify(name)}:[`;
    yield* readRows(trx, select);
    yield ']';
  }
}

interface Line {
  line: string;
}

const lines = (select: RawBuilder<unknown> | undefined) =>
  sql`select row_to_json(r)::text as line from (${select}) r`;

async function* readRows(trx: Transaction, select: RawBuilder<unknown>): AsyncGenerator<string> {
  await sql`declare exported no scroll cursor for ${lines(select)}`.execute(trx);
  for (let before = '', read = rowsAtOnce; read === rowsAtOnce; before = ',') {
    const { rows } = await sql<Line>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(trx);
    read = rows.length;
    if (read > 0) yield before + rows.map(({ line }) => line).join();
  }
  await sql`close exported`.execute(trx);
}
