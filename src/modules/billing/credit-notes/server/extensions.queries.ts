import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { type FoundRecords, shownOf } from '~/kit/server/database/dependents';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { crediting } from '~/modules/billing/invoices/server/crediting.service';
import { ownAmount } from '~/modules/billing/invoices/server/order-shares.service';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { type ReturnedLot, returning } from '~/modules/sales/orders/server/invoicing.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import {
  detailOf,
  numbered,
  registerSearch,
} from '~/modules/records/records/server/search-sources.service';
import { formatMoney } from '~/kit/shared/money/money';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { noteStatuses } from '../credit-notes.fields';

export function provideCreditNotes(): void {
  for (const kind of ['credit', 'debit'] as const) {
    registerSearch({
      type: `${kind}_note`,
      kind: 'invoices',
      from: sql`(select * from credit_notes where kind = ${sql.lit(kind)})`,
      follows: sql`join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`,
      detail: detailOf(sql`i.invoice_number`, sql`c.company_name`),
      ...numbered(sql`t.note_number`),
    });
  }
  crediting.provide({
    creditedQuantity: sql`coalesce((
      select case when il.line_total > il.discount_share and sum(nl.line_total) >= il.line_total - il.discount_share then il.quantity
        else sum(nl.quantity) filter (where nl.unit_price = il.unit_price) end
      from credit_note_lines nl join credit_notes n on n.id = nl.credit_note_id
      where nl.invoice_line_id = il.id and n.kind = 'credit' and n.status = 'issued'), 0)`,
    creditedOfOrder: sql`
      select coalesce(sum(y.amount), 0) as amount, coalesce(bool_and(y.is_as_ordered), true) as is_as_ordered
      from credit_notes n cross join lateral (
        select ${ownAmount('n')} as amount, bool_and(x.is_as_ordered) as is_as_ordered
        from (
          select l.id is not null as is_own, nl.line_total as value,
            nl.cgst_amount + nl.sgst_amount + nl.igst_amount as taxes,
            l.id is null or nl.unit_price = il.unit_price as is_as_ordered
          from credit_note_lines nl join invoice_lines il on il.id = nl.invoice_line_id
          left join order_lines l on l.id = il.order_line_id and l.order_id = t.id
          where nl.credit_note_id = n.id) x
      ) y where n.invoice_id = i.id and n.kind = 'credit' and n.status = 'issued'`,
    listNotes,
  });
  returning.provide({
    returnedQuantity: sql`coalesce((
      select sum(nl.quantity) from invoice_lines il
      join credit_note_lines nl on nl.invoice_line_id = il.id
      join credit_notes n on n.id = nl.credit_note_id
      where il.order_line_id = l.id and n.status = 'issued' and n.goods_return and n.follows_order), 0)`,
    listReturnedLots,
  });
  registerCreditNoteTimelines();
  registerNumbered(
    'notes',
    sql`select kind || '_note', number_year, number_sequence, note_number, status
      from credit_notes where number_sequence is not null`,
  );
  registerKindPlacement(
    'credit_notes',
    'invoices',
    sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
  );
}

async function listReturnedLots(db: Db, lots: readonly number[]): Promise<ReturnedLot[]> {
  const found =
    await sql<ReturnedLot>`select i.order_id, m.lot_id, trim_scale(sum(m.quantity)) as quantity
    from stock_movements m join credit_notes n on n.id = m.source_id join invoices i on i.id = n.invoice_id
    where m.lot_id = any (${lots}::integer[]) and m.source_type = 'credit_note' and i.order_id is not null
    group by i.order_id, m.lot_id having sum(m.quantity) > 0`.execute(db);
  return found.rows;
}

/** Who reads an invoice reads its notes, unless they read their own alone. */
async function listNotes(
  { trx, context: { person } }: Write,
  invoice: number,
): Promise<FoundRecords> {
  return shownOf(
    trx,
    sql`select t.kind || '_note' as type, t.id, t.note_number as label, ${readable(person, 'invoices')} as is_read
      from credit_notes t join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id
      where t.invoice_id = ${invoice} and t.status = 'issued'`,
  );
}

interface EventData {
  id: number;
  kind: 'credit' | 'debit';
  note_number: string;
  status: string;
  total_amount: number;
  invoice_number: string;
}

function describe({ id, kind, note_number, status, total_amount, invoice_number }: EventData) {
  const word = noteStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `${kind === 'credit' ? 'Credit' : 'Debit'} note ${note_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}, for ${invoice_number}`,
    link: { type: `${kind}_note`, id },
  };
}

/** Credit and debit notes on the timelines of their invoice and its customer. */
function registerCreditNoteTimelines(): void {
  registerEvents({
    name: 'credit_note',
    kind: 'document',
    describe,
    from: sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    rightsOf: 'invoices',
    details: sql`t.id, t.kind, t.note_number, t.status, t.total_amount, i.invoice_number`,
    of: {
      invoices: (id) => sql`t.invoice_id = ${id}`,
      customers: (id) => sql`i.customer_id = ${id}`,
    },
  });
}
