import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { type ChangingKind, changingKinds, type ChangingOver } from '../changing-over.fields';

const most = 100;

const missing = (lacks: readonly [condition: SqlPart, texts: string][]): SqlPart =>
  sql`array_remove(array[${sql.join(
    lacks.map(([condition, texts]) => sql`case when ${condition} then ${texts}::text end`),
  )}], null)`;

const taxed: readonly [SqlPart, string][] = [
  [sql`t.hsn_code is null`, 'HSN or SAC code'],
  [sql`t.tax_class_id is null`, 'Tax class'],
];

const byOneRate: readonly [SqlPart, string][] = [
  [sql`t.tax_mode = 'single'`, 'Tax by line: open it and save its items'],
];

const found: Readonly<Record<ChangingKind, SqlPart>> = {
  company: sql`select t.id, coalesce(t.company_name, 'Billing information') as label, ${missing([
    [sql`coalesce(t.tax_id, '') = ''`, 'GSTIN'],
    [sql`t.state_code is null`, 'State for GST'],
    [sql`coalesce(t.legal_name, t.company_name, '') = ''`, 'Legal name'],
    [sql`coalesce(t.zip_code, '') = ''`, 'PIN code'],
  ])} as missing from billing_profile t`,
  customer: sql`select t.id, t.company_name as label, ${missing([
    [sql`t.gst_category is null`, 'GST category'],
    [sql`t.state_code is null and t.gst_category is distinct from 'overseas'`, 'State for GST'],
    [sql`t.gstin is null and t.gst_category not in ('unregistered', 'overseas')`, 'GSTIN'],
  ])} as missing from customers t where t.is_active`,
  product: sql`select t.id, t.product_name as label, ${missing(taxed)} as missing
    from products t where t.is_active`,
  service: sql`select t.id, t.service_name as label, ${missing(taxed)} as missing
    from services t where t.is_active`,
  order: sql`select t.id, t.order_number as label, ${missing(byOneRate)} as missing
    from orders t where t.tax_mode = 'single' and t.status in ('pending', 'confirmed', 'processing')`,
  invoice: sql`select t.id, t.invoice_number as label, ${missing(byOneRate)} as missing
    from invoices t where t.tax_mode = 'single' and t.status = 'draft'`,
};

/** What the company, its customers and goods, open orders and drafts still lack for GST, by kind. */
export async function listChangingOver(db: Db): Promise<ChangingOver['groups']> {
  const groups: ChangingOver['groups'] = [];
  for (const type of changingKinds) {
    const result = await sql<Omit<ChangingOver['groups'][number], 'type'>>`
      with lacking as (select * from (${found[type]}) f where cardinality(f.missing) > 0),
        first as (select id, label, missing from lacking order by id limit ${most})
      select (select count(*)::integer from lacking) as count,
        (select coalesce(json_agg(first), '[]') from first) as records`.execute(db);
    const [row] = result.rows;
    if (row && row.count > 0) groups.push({ type, ...row });
  }
  return groups;
}
