import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { kindNames } from '~/modules/organization/kinds/kinds.rules';
import { sourceOfKind } from '~/modules/records/records/server/search-sources.service';
import type { Stayed } from '../samples.fields';

/** The tables of samples besides the kinds of records, with what a record of each is called. */
const others = {
  users: sql`first_name || ' ' || last_name`,
  api_keys: sql`name`,
  workspaces: sql`name`,
  payment_methods: sql`label`,
  brands: sql`brand_name`,
  locations: sql`name`,
  credit_notes: sql`note_number`,
  advances: sql`voucher_number`,
  advance_refunds: sql`voucher_number`,
  views: sql`name`,
  saved_reports: sql`name`,
  custom_fields: sql`label`,
  lead_sources: sql`name`,
  webhooks: sql`name`,
  company_logo: sql`'Logo'`,
} as const;

/** What portals know of sample invoices, each under its invoice. */
const filings = ['e_invoices', 'e_way_bills'] as const;

const tables = [...Object.keys(others), ...kindNames];

type LastIds = ReadonlyMap<string, number>;

/** Where the tables end before samples are added: what comes after are the samples. */
export async function findLastIds(trx: Transaction): Promise<LastIds> {
  const selects = tables.map(
    (table) => sql`select ${table} as name, coalesce(max(id), 0) as id from ${sql.table(table)}`,
  );
  const { rows } = await sql<{
    name: string;
    id: number;
  }>`${sql.join(selects, sql` union all `)}`.execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Notes everything made since as samples (docs/product/running.md#sample-data). */
export async function noteSamples(trx: Transaction, before: LastIds): Promise<void> {
  const selects = tables.map(
    (table) =>
      sql`select ${table}, id from ${sql.table(table)} where id > ${before.get(table) ?? 0}`,
  );
  const filed = filings.map(
    (table) => sql`select ${table}, invoice_id from ${sql.table(table)}
      where invoice_id > ${before.get('invoices') ?? 0}`,
  );
  await sql`insert into sample_records (entity, record_id)
    ${sql.join([...selects, ...filed], sql` union all `)}`.execute(trx);
}

export async function countSamples(db: Db): Promise<number> {
  const { rows } = await sql<{ samples: number }>`select count(*)::integer as samples
    from sample_records`.execute(db);
  return rows[0]?.samples ?? 0;
}

/** Removes the samples that no real record uses (docs/product/running.md#sample-data); gives how many. */
export async function removeSamples(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ removed: number }>`select remove_samples() as removed`.execute(trx);
  return rows[0]?.removed ?? 0;
}

/** The samples that are still there, a hundred at most. */
export async function listStayed(trx: Transaction): Promise<Stayed[]> {
  const ofKinds = kindNames.map((kind) => [kind, sourceOfKind(kind).label] as const);
  const selects = [...Object.entries(others), ...ofKinds].map(
    ([table, label]) => sql`select ${table} as type, t.id, coalesce(${label}, ${table}) as label
      from ${sql.table(table)} t join sample_records s on s.entity = ${table} and s.record_id = t.id`,
  );
  const { rows } = await sql<Omit<Stayed, 'reason'>>`select * from (
    ${sql.join(selects, sql` union all `)}) r order by type, id limit 100`.execute(trx);
  return rows.map((row) => ({ ...row, reason: 'Your own records use it' }));
}

const forIndexes = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

/**
 * Empty tables are read whole, and the planner keeps to that while they are filled: thousands of times, and most slowly
 * where the samples of before left traces. By indexes, row by row, one plan is right for all values.
 */
export async function readByIndexes(trx: Transaction, work: () => Promise<void>): Promise<void> {
  const set = (isOn: boolean, mode: string) => {
    const all = forIndexes.map((name) => `set local ${name} = ${isOn ? 'on' : 'off'}`);
    return sql.raw(`${all.join('; ')}; set local plan_cache_mode = ${mode}; discard plans`);
  };
  await set(false, 'force_generic_plan').execute(trx);
  await work();
  await set(true, 'auto').execute(trx);
}
