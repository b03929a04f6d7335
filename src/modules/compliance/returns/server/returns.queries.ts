import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { FiledMonth } from '~/modules/sales/documents/findings/findings.fields';
import type { Filed, Reported } from '~/modules/sales/papers/server/checking.service';
import type { FiledDocument } from '../filed-changes.rules';
import type { FiledReturn } from '../filed-returns.fields';
import type { GoodsKind, ItemOwners, NameOwners } from '../tally.rules';

export async function findFiled(db: Db, month: string): Promise<FiledReturn | null> {
  const found =
    await sql<FiledReturn>`select t.month, ${instantText(sql.ref('t.filed_at'))} as filed_at,
      p.name as filed_by_name
    from filed_returns t left join audit_people p on p.user_id = t.filed_by where t.month = ${month}`.execute(
      db,
    );
  return found.rows[0] ?? null;
}

export async function listFiledDocuments(db: Db, month: string): Promise<FiledDocument[]> {
  const found = await sql<FiledDocument>`select kind, document_id, number, digest
    from filed_documents where month = ${month}`.execute(db);
  return found.rows;
}

/** Whether the filed return of a document's month contains it; null where none is filed. */
export async function findFiling(db: Db, { kind, id, date }: Reported): Promise<Filed> {
  const found = await sql<{ has_it: boolean }>`select exists (select from filed_documents d
      where d.month = t.month and d.kind = ${kind} and d.document_id = ${id}) as has_it
    from filed_returns t where t.month = ${date.slice(0, 7)}`.execute(db);
  const [filed] = found.rows;
  return filed ? (filed.has_it ? 'with' : 'without') : null;
}

/** How many of these documents each filed return contains, the earliest month first. */
export async function countFiled(
  db: Db,
  kind: Reported['kind'],
  ids: readonly number[],
): Promise<FiledMonth[]> {
  const found = await sql<FiledMonth>`select month, count(*)::integer as documents
    from filed_documents where kind = ${kind} and document_id = any(${ids})
    group by month order by month`.execute(db);
  return found.rows;
}

/** Whether the report of a month's vouchers was stored when it was filed. */
export async function storedVouchers(db: Db, month: string): Promise<boolean> {
  const found =
    await sql`select from filed_returns where month = ${month} and with_vouchers`.execute(db);
  return found.rows.length > 0;
}

interface Filing {
  month: string;
  now: Date;
  by: number;
}

/** Marks a month as filed, again if it was; who does it at the same time waits. */
export async function upsertFiled(trx: Transaction, { month, now, by }: Filing): Promise<void> {
  await sql`insert into filed_returns (month, filed_at, filed_by, with_vouchers)
    values (${month}, ${now}, ${by}, true)
    on conflict (month) do update set filed_at = excluded.filed_at, filed_by = excluded.filed_by,
      with_vouchers = true`.execute(trx);
  await sql`delete from filed_documents where month = ${month}`.execute(trx);
}

export async function insertFiledDocuments(
  trx: Transaction,
  month: string,
  documents: readonly FiledDocument[],
): Promise<void> {
  await sql`insert into filed_documents (month, kind, document_id, number, digest)
    select ${month}, kind, document_id, number, digest
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as w (
      kind text, document_id integer, number text, digest text)`.execute(trx);
}

/** False when it was not marked. */
export async function deleteFiled(trx: Transaction, month: string): Promise<boolean> {
  const deleted =
    await sql`delete from filed_returns where month = ${month} returning month`.execute(trx);
  return deleted.rows.length > 0;
}

/** The names that customers and their addresses have with several GSTINs; each belongs to the oldest customer's. */
export async function listNameOwners(db: Db): Promise<NameOwners> {
  const found = await sql<{ name: string; gstin: string | null }>`
    with named as (
      select lower(company_name) as name, id, gstin, 1 as position from customers
      union all
      select lower(c.company_name), c.id, a.gstin, 2 from customers c
        join customer_addresses a on a.customer_id = c.id where a.gstin is not null),
    shared as (select name from named group by name having count(distinct coalesce(gstin, '')) > 1)
    select distinct on (name) name, gstin from named join shared using (name)
    order by name, id, position`.execute(db);
  return new Map(found.rows.map(({ name, gstin }) => [name, gstin]));
}

/**
 * The descriptions that issued invoices have of goods with several HSN codes or units; each belongs to the goods that were
 * invoiced first. Texts as `tallyName` makes them.
 */
export async function listItemOwners(db: Db): Promise<ItemOwners> {
  const found = await sql<GoodsKind & { name: string }>`
    with sold as (
      select lower(left(btrim(regexp_replace(l.description, '\\s+', ' ', 'g')), 100)) as name,
        l.hsn_code, lower(l.unit) as unit, min(l.id) as id
      from invoice_lines l join invoices t on t.id = l.invoice_id
      where t.status <> 'draft' and not t.is_opening and l.service_id is null
        and coalesce(l.hsn_code, '') not like '99%'
      group by 1, 2, 3),
    kinds as (
      select s.name, s.hsn_code, coalesce(u.uqc, 'OTH') as uqc, min(s.id) as id
      from sold s left join units u on lower(u.code) = s.unit group by 1, 2, 3),
    shared as (select name from kinds group by name having count(*) > 1)
    select distinct on (name) name, hsn_code, uqc from kinds join shared using (name)
    order by name, id`.execute(db);
  return new Map(found.rows.map(({ name, ...goods }) => [name, goods]));
}
