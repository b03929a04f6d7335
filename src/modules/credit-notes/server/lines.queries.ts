import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { NotableLine, NoteLine } from '../credit-notes.fields';

export type NewNoteLine = Omit<NoteLine, 'id'>;

/** The id of the line written at a position, counted from 1. */
export interface WrittenLine {
  id: number;
  position: number;
}

/** The statement that inserts the lines of a new note (`insertWhole`) and returns a `WrittenLine` for each. */
export function insertLines(lines: readonly NewNoteLine[]): SqlPart {
  const records = lines.map((line, index) => ({ ...line, position: index + 1 }));
  return sql`parts as (
      insert into credit_note_lines (credit_note_id, position, invoice_line_id, description, quantity,
        unit_price, discount_amount, line_total, cgst_amount, sgst_amount, igst_amount)
      select (select id from credit_notes), position, invoice_line_id, description, quantity,
        unit_price, discount_amount, line_total, cgst_amount, sgst_amount, igst_amount
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (
        position integer, invoice_line_id integer, description text, quantity numeric,
        unit_price numeric, discount_amount numeric, line_total numeric, cgst_amount numeric,
        sgst_amount numeric, igst_amount numeric)
      order by position returning id, position
    )`;
}

/** The statement that replaces the lines of a changed note (`updateWhole`). */
export function replaceLines(noteId: number, lines: readonly NewNoteLine[]): SqlPart {
  return sql`removed as (delete from credit_note_lines where credit_note_id = ${noteId}),
    ${insertLines(lines)}`;
}

/** The lines just written, as `getNote` would read them. */
export function writtenLines(
  lines: readonly NewNoteLine[],
  written: readonly WrittenLine[],
): NoteLine[] {
  const ids = new Map(written.map(({ id, position }) => [position, id]));
  return lines.map((line, index) => ({ id: ids.get(index + 1) ?? 0, ...line }));
}

/**
 * The lines of an invoice with what credit notes have left of each, drafts counted and cancelled ones not; `except` is
 * the note that is changed itself. A credit at another price than the invoice's takes an amount and no quantity.
 */
export async function listNotable(
  db: Db,
  { invoiceId, except }: { invoiceId: number; except: number | null },
): Promise<NotableLine[]> {
  const result = await sql<NotableLine>`
    select l.id, l.product_id, l.description, l.quantity, l.unit_price, l.line_total,
      l.quantity - coalesce(c.quantity, 0) as left_quantity,
      l.line_total - coalesce(c.amount, 0) as left_amount,
      l.quantity - coalesce(c.returned, 0) as returnable_quantity,
      l.cgst_amount - coalesce(c.cgst, 0) as left_cgst, l.igst_amount - coalesce(c.igst, 0) as left_igst,
      l.hsn_code, l.unit, l.tax_treatment, l.tax_rate
    from invoice_lines l left join lateral (
      select sum(nl.quantity) filter (where nl.unit_price = l.unit_price) as quantity,
        sum(nl.quantity) filter (where n.goods_return) as returned,
        sum(nl.line_total) as amount, sum(nl.cgst_amount) as cgst, sum(nl.igst_amount) as igst
      from credit_note_lines nl join credit_notes n on n.id = nl.credit_note_id
      where nl.invoice_line_id = l.id and n.kind = 'credit' and n.status <> 'cancelled'
        and n.id is distinct from ${except}::integer
    ) c on true
    where l.invoice_id = ${invoiceId} order by l.position, l.id`.execute(db);
  return result.rows;
}

/** What a note's goods add to stock: the quantities of its products, by id. */
export async function listReturned(
  trx: Transaction,
  noteId: number,
): Promise<{ productId: number; quantity: number }[]> {
  const result = await sql<{ productId: number; quantity: number }>`
    select l.product_id as "productId", sum(nl.quantity) as quantity
    from credit_note_lines nl join invoice_lines l on l.id = nl.invoice_line_id
    where nl.credit_note_id = ${noteId} and l.product_id is not null
    group by l.product_id order by l.product_id`.execute(trx);
  return result.rows;
}
