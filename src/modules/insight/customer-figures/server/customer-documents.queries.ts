import { type RawBuilder, sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { listUninvoiced } from '~/modules/billing/invoices/server/order-shares.service';
import type { CustomerDocument, DocumentType } from '../customer-documents.fields';
import { type DocumentPosition, pageSize } from '../customer-documents.rules';

interface Source {
  kind: Kind;
  /** SQL: the documents as `t`, and as `c` whom they follow. */
  from: SqlPart;
  day: SqlPart;
  /** SQL: `number, revision, date, status, amount, open`. */
  columns: SqlPart;
  /** SQL: that it is one of this customer, or of the lead where that is given. */
  of: (customer: SqlPart, lead: SqlPart) => SqlPart;
}

const ofCustomer = (customer: SqlPart) => sql`t.customer_id = ${customer}`;
const customers = sql`join customers c on c.id = t.customer_id`;

const quotations: Source = {
  kind: 'quotations',
  from: sql`quotations t left join customers by_customer on by_customer.id = t.customer_id
    left join leads by_lead on by_lead.id = t.lead_id
    cross join lateral (select case when t.customer_id is null then by_lead.workspace_id
      else by_customer.workspace_id end as workspace_id) c`,
  day: sql`t.quotation_date`,
  columns: sql`t.quotation_number, t.revision, t.quotation_date, t.status, t.total_amount,
    case when t.status in ('sent', 'accepted') then t.total_amount else 0 end`,
  of: (customer, lead) => sql`(t.customer_id = ${customer} or t.lead_id = ${lead} or t.lead_id in
    (select l.id from leads l where l.converted_customer_id = ${customer}))`,
};

const deliveries: Source = {
  kind: 'deliveries',
  from: sql`deliveries t ${customers}`,
  day: sql`t.delivery_date`,
  columns: sql`t.delivery_number, null::integer, t.delivery_date, t.status, null::numeric, null::numeric`,
  of: ofCustomer,
};

const invoices: Source = {
  kind: 'invoices',
  from: sql`invoices t ${customers}`,
  day: sql`t.invoice_date`,
  columns: sql`t.invoice_number, null::integer, t.invoice_date, t.status, t.total_amount,
    case when t.status in ('draft', 'cancelled') then 0 else t.balance_due end`,
  of: ofCustomer,
};

const receipts: Source = {
  kind: 'receipts',
  from: sql`receipts t ${customers} left join advances a on a.receipt_id = t.id`,
  day: sql`t.receipt_date`,
  columns: sql`t.receipt_number, null::integer, t.receipt_date, t.status, t.amount,
    case when t.status = 'cancelled' then 0
      when a.id is null then t.amount - t.allocated_amount - t.refunded_amount else a.balance end`,
  of: ofCustomer,
};

const notesOf = (kind: 'credit' | 'debit'): Source => ({
  kind: 'invoices',
  from: sql`credit_notes t join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`,
  day: sql`t.note_date`,
  columns: sql`t.note_number, null::integer, t.note_date, t.status, t.total_amount, null::numeric`,
  of: (customer) => sql`(i.customer_id = ${customer} and t.kind = ${sql.lit(kind)})`,
});

const sources: Readonly<Record<DocumentType, Source>> = {
  quotation: quotations,
  order: {
    kind: 'orders',
    from: sql`orders t ${customers}`,
    day: sql`t.order_date`,
    columns: sql`t.order_number, null::integer, t.order_date, t.status, t.total_amount, 0::numeric`,
    of: ofCustomer,
  },
  delivery: deliveries,
  invoice: invoices,
  credit_note: notesOf('credit'),
  debit_note: notesOf('debit'),
  receipt: receipts,
};

export interface DocumentsOf {
  /** Those of a lead are its quotations, and all of the customer that it became. */
  of: 'customers' | 'leads';
  id: number;
  before: DocumentPosition | null;
}

/**
 * A page of documents that the person reads, newest first; on one day an order is below its deliveries and invoices. One statement,
 * which takes of each kind no more than the page.
 */
export async function listDocumentsOf(
  { db, person }: Pick<Context, 'db' | 'person'>,
  { of, id, before }: DocumentsOf,
): Promise<CustomerDocument[]> {
  const isLead = of === 'leads';
  const customer = isLead
    ? sql`(select converted_customer_id from leads where id = ${id})`
    : sql`${id}::bigint`;
  const lead = isLead ? sql`${id}::bigint` : sql`null::bigint`;
  const parts = Object.entries(sources).map(
    ([
      type,
      { kind, from, day, columns, of: isOf },
    ]) => sql`(select ${sql.lit(type)}::text collate "C" as type,
        d.* from (select t.id, ${columns} from ${from}
          where ${isOf(customer, lead)} and ${readable(person, kind)}
            and ${before === null ? sql`true` : olderThan(before, { type, day })}
          order by ${day} desc, t.id desc limit ${pageSize}
        ) d (id, number, revision, date, status, amount, open))`,
  );
  const found =
    await sql<CustomerDocument>`select * from (${sql.join(parts, sql` union all `)}) documents
    order by date desc, type, id desc limit ${pageSize}`.execute(db);
  const orders = found.rows.filter(({ type }) => type === 'order').map((row) => row.id);
  const uninvoiced = await listUninvoiced(
    db,
    sql`t.id = any (${orders}::bigint[]) and t.status <> 'cancelled'`,
  );
  return found.rows.map((row) =>
    row.type === 'order' ? { ...row, open: uninvoiced.get(row.id) ?? 0 } : row,
  );
}

function olderThan(
  { date, type, id }: DocumentPosition,
  source: { type: string; day: SqlPart },
): RawBuilder<unknown> {
  const day = sql`${date}::date`;
  if (source.type === type) return sql`(${source.day}, t.id) < (${day}, ${id}::bigint)`;
  return source.type > type ? sql`${source.day} <= ${day}` : sql`${source.day} < ${day}`;
}
