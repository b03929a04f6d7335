import { type ClientBase, DatabaseError, type Pool } from 'pg';

type Client = ClientBase | Pool;

export type State = 'empty' | 'demo';

/** What the server counts on from one journey to the next: which records of a list changed since a browser read it. */
const untouched = ['changes', 'changes_kept', 'migrations'];

/** All sequences but those of such changes, and of sessions: the server knows of a session by its number that it has ended. */
const counted = `pg_sequences where schemaname = 'public' and sequencename not like '%\\_changes' and sequencename <> 'sessions_id_seq'`;
const sequences = `select sequencename, coalesce(last_value, start_value) as value, last_value is not null as called from ${counted}`;

/** Stores what all tables and sequences hold now, so that a journey can begin with it again. */
export async function storeState(database: Client, state: State): Promise<void> {
  const stored = schemaOf(state);
  const tables = await tablesOf(database);
  const statements = [
    // The jobs of the server write at the same time.
    'begin isolation level repeatable read',
    `create schema ${stored}`,
    ...tables.map((table) => `create table ${stored}.${table} as table public.${table}`),
    `create table ${stored}.sequences as ${sequences}`,
    'commit',
  ];
  await database.query(statements.join(';\n'));
}

const openWork = `select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
const mostWaitMs = 10_000;

/**
 * Brings all tables and sequences back to a stored state while the server runs, which learns of it as of any other change. What
 * it still does is waited for: it would write rows that refer to those that are gone.
 */
export async function returnTo(database: Client, state: State): Promise<void> {
  const latest = performance.now() + mostWaitMs;
  while (performance.now() < latest && (await database.query(openWork)).rowCount !== 0);
  const stored = schemaOf(state);
  const tables = await tablesOf(database);
  const columns = await columnsOf(database);
  const insert = (table: string): string => {
    const list = columns.get(table) ?? '';
    return `insert into ${table} (${list}) overriding system value select ${list} from ${stored}.${table}`;
  };
  const statements = [
    // Else the job that seals could be half done with the entries of before.
    `select pg_advisory_xact_lock(hashtextextended('audit_chain', 0))`,
    // Rows that a job has not committed yet would stay.
    `lock table ${tables.join(', ')} in share row exclusive mode`,
    `set local session_replication_role = 'replica'`,
    ...tables.map((table) => `delete from ${table}`),
    ...tables.map(insert),
    // A sequence that came since then counts the orders of a year.
    `select setval(sequencename::regclass, start_value, false) from ${counted}`,
    `select setval(sequencename::regclass, value, called) from ${stored}.sequences`,
    `set local session_replication_role = 'origin'`,
    `select nextval(sequencename::regclass) from pg_sequences where schemaname = 'public' and sequencename like '%\\_changes'`,
    `insert into changes (entity)
      select distinct replace(encode(tgargs, 'escape'), '\\000', '') from pg_trigger where tgname = 'note_truncated'`,
  ];
  // Sent at once, they are one transaction. A job of the server may hold what another one waits for.
  for (let tries = 1; ; tries += 1) {
    try {
      await database.query(statements.join(';\n'));
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '40P01' || tries === 3) throw error;
    }
  }
}

const schemaOf = (state: State): string => `stored_${state}`;

async function tablesOf(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [untouched],
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(database: Client): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; list: string }>(
    `select format('%I', table_name) as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as list
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  );
  return new Map(rows.map(({ name, list }) => [name, list]));
}

/** Frees what former rows take of tables that have grown: a database of tests has no autovacuum. */
export async function vacuumGrown(database: Client): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I', relname) as name from pg_stat_user_tables
     where schemaname = 'public' and pg_relation_size(relid) > 100000`,
  );
  for (const { name } of rows) await database.query(`vacuum ${name}`);
}
