import type { Query } from './people';

/** Filled by a job after the call that caused it, or a trace that a refusal is meant to leave. */
const traces =
  'audit_chain audit_log audit_people audit_queue audit_values login_failures notification_queue notification_state ' +
  'notifications session_tokens sessions';

/** Of a table that a job writes to, what calls alone write. */
const parts: Readonly<Record<string, string>> = {
  papers: "concat_ws(' ', kind, record_id, document, account, upi_id, logo_digest)",
  mails: "concat_ws(' ', id, recipient, subject)",
};

/** Mails of notifications are left out: a job writes them at its own time, not the call under test. */
const notByJobs = `where key is null or key !~ '^(notification|digest):'`;

/** A digest of the content of each table, without the tables of traces. */
export async function digestTables(query: Query): Promise<Map<string, string>> {
  const { rows: tables } = await query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> all ($1) order by relname`,
    [traces.split(' ')],
  );
  const statements = tables.map(({ name }) => {
    const content = parts[name] ?? 't::text';
    const from = `"${name}" t ${name === 'mails' ? notByJobs : ''}`;
    return `select '${name}' as name,
      (select md5(coalesce(string_agg(md5(${content}), '' order by md5(${content})), '')) from ${from}) as digest`;
  });
  const { rows } = await query<{ name: string; digest: string }>(statements.join(' union all '));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables that are not as they were. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
