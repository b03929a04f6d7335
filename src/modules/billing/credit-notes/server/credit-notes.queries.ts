import { documentLines } from '~/modules/sales/documents/lines/server/line-writing.service';
import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { asLocked, type Entity, type Locked } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { noteFilters } from '../credit-notes.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  linkTo,
  listed,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { FindLast } from '~/modules/sales/papers/server/checking.service';
import { filed } from '~/modules/sales/papers/server/filed.service';
import { maxId } from '~/kit/shared/fields/fields';
import {
  type Note,
  noteFields,
  type NoteKind,
  noteKinds,
  noteLineFields,
  type NoteWithLines,
} from '../credit-notes.fields';
import type { Day } from '~/kit/shared/time/days';

type NoteEntity = Entity<typeof noteFields>;

const noteTables = sql`credit_notes t join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`;

const select = (where: SqlPart) => sql`select ${columnsOf(noteFields, 't')},
      i.invoice_number, i.customer_id, c.company_name as customer_name, c.workspace_id, i.tax_mode, i.supply_type,
      i.tax_mode = 'gst' and ${filed.get().hasIrn('credit_note')} as has_irn
    from ${noteTables}
    where ${where}`;

const entityOf = (kind: NoteKind): NoteEntity => ({
  name: 'credit_notes',
  type: noteKinds[kind].type,
  noun: noteKinds[kind].noun,
  fields: noteFields,
  select: (where) => select(sql`t.kind = ${sql.lit(kind)} and ${where}`),
  label: ({ note_number }) => note_number,
  feedName: ({ note_number, invoice_number, customer_name }) =>
    `${note_number} for ${invoice_number}, ${customer_name}`,
  readableBy: (person) => readable(person, 'invoices'),
});

/** Both kinds are rows of one table, each with its own calls and its own name in the feed. */
export const notesOf: Readonly<Record<NoteKind, NoteEntity>> = {
  credit: entityOf('credit'),
  debit: entityOf('debit'),
};

/** Notes of either kind, for what does not tell them apart. */
export const anyNotes: NoteEntity = { ...notesOf.credit, noun: 'Note', select };

export function listNotes(kind: NoteKind, person: Person): ListSource {
  const { where, reads } = listed(person, 'invoices');
  return listOf(kind, where, reads);
}

/** The same by windows. */
export const noteWindows = (kind: NoteKind) =>
  windowsOf((person) => ({
    readable: sql`t.kind = ${sql.lit(kind)} and ${listed(person, 'invoices').where}`,
    name: `${kind}-notes` as const,
    entity: notesOf[kind],
    source: listNotes(kind, person),
    from: noteTables,
    filters: noteFilters,
    columns: { invoice_number: sql`i.invoice_number`, customer_name: sql`c.company_name` },
    ranked: ['status'],
  }));

/** The notes of one invoice, as far as the person reads them, regardless of the chosen workspace. */
export function listNotesOf(kind: NoteKind, person: Person, invoiceId: number): ListSource {
  const { where, reads } = listed({ ...person, current_workspace: null }, 'invoices');
  return listOf(kind, sql`t.invoice_id = ${sql.lit(invoiceId)} and ${where}`, reads);
}

function listOf(kind: NoteKind, where: SqlPart, reads: ListSource['reads']): ListSource {
  return {
    select: sql`${notesOf[kind].select(where)}
      order by t.created_at desc, t.id desc`,
    entity: 'credit_notes',
    newestBy: 'created_at',
    ...(reads ? { reads } : {}),
  };
}

export const noteLines = documentLines({
  documents: 'credit_notes',
  table: 'credit_note_lines',
  key: 'credit_note_id',
  columns: [
    'invoice_line_id',
    'description',
    'quantity',
    'unit_price',
    'discount_amount',
    'line_total',
    'cgst_amount',
    'sgst_amount',
    'igst_amount',
  ],
  shown: ['description', 'quantity', 'unit_price', 'line_total'],
});

const ofNote = sql`n.id`;

/** A note with its lines; 404, with `person` also for one that this person may not read. */
export async function getNote(
  db: Db,
  { name: _table, ...entity }: NoteEntity,
  { id, person }: { id: number; person?: Person | undefined },
): Promise<NoteWithLines> {
  const isIt = sql`t.id = ${id} and ${person ? readable(person, 'invoices') : sql`true`}`;
  const note = await findJson<NoteWithLines>(
    db,
    sql`select n.*, ${noteLines.json(
      ofNote,
      sql`${columnsOf(noteLineFields, 'l')}, l.line_total as taxable_value, o.hsn_code, o.unit,
        o.tax_treatment, o.tax_rate`,
      sql`join invoice_lines o on o.id = l.invoice_line_id`,
    )} as items
      from (${entity.select(isIt)}) n`,
  );
  if (!note) throw notFound(entity.noun);
  return note;
}

/** A note with its lines, locked until the transaction ends; lock its invoice before. */
export async function lockNote(
  trx: Transaction,
  entity: NoteEntity,
  of: { id: number; person?: Person | undefined },
): Promise<Locked<NoteWithLines>> {
  const [, note] = await Promise.all([
    sql`select id from credit_notes where id = ${of.id} for update`.execute(trx),
    getNote(trx, entity, of),
  ]);
  return asLocked(note);
}

/** An SQL expression for the invoice of a note. */
export function invoiceOf(noteId: number): SqlPart {
  return sql`(select invoice_id from credit_notes where id = ${noteId})`;
}

/** Sums in rupees of the issued notes of an invoice. */
export async function sumIssued(
  trx: Transaction,
  invoiceId: number,
): Promise<{ credited_amount: number; debited_amount: number }> {
  const result = await sql<{ credited_amount: number; debited_amount: number }>`select
      coalesce(sum(total_amount) filter (where kind = 'credit'), 0) as credited_amount,
      coalesce(sum(total_amount) filter (where kind = 'debit'), 0) as debited_amount
    from credit_notes where invoice_id = ${invoiceId} and status = 'issued'`.execute(trx);
  return result.rows[0] ?? { credited_amount: 0, debited_amount: 0 };
}

type Credited = Pick<Note, 'subtotal' | 'tax_amount' | 'round_off'>;

/** Sums in rupees of the credit notes of an invoice, drafts too, but for one of them. */
export async function sumCredited(
  trx: Db,
  { invoiceId, except }: { invoiceId: number; except: number | null },
): Promise<Credited> {
  const result = await sql<Credited>`select coalesce(sum(subtotal), 0) as subtotal,
      coalesce(sum(tax_amount), 0) as tax_amount, coalesce(sum(round_off), 0) as round_off
    from credit_notes where invoice_id = ${invoiceId} and kind = 'credit' and status <> 'cancelled'
      and id is distinct from ${except}::integer`.execute(trx);
  return result.rows[0] ?? { subtotal: 0, tax_amount: 0, round_off: 0 };
}

/** The last number of a kind and a financial year before that of the note `id`, or of all. */
export const findLastNote: FindLast = async (db, { kind, id, year }) => {
  const found = await sql<{ number: string; date: string }>`
    select note_number as number, note_date as date from credit_notes
    where kind = ${kind === 'debit_note' ? 'debit' : 'credit'} and number_year = ${year}
      and status <> 'draft' and number_sequence < coalesce(
        (select number_sequence from credit_notes where id = ${id} and status <> 'draft'), ${maxId})
    order by number_sequence desc limit 1`.execute(db);
  return found.rows[0] ?? null;
};

export const noteLinks: Links = {
  invoice_id: linkTo(
    'invoices',
    sql`invoices t join customers c on c.id = t.customer_id`,
    sql`t.invoice_number`,
  ),
};

/** The notes dated on a day from `from` to `to`, cancelled ones too, but no drafts; by kind and day. */
export async function listIssuedNoteIds(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from credit_notes
    where status <> 'draft' and note_date between ${from} and ${to}
    order by kind, note_date, number_sequence, id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Notes with their lines, in the order of the ids. */
export async function listNotesWithLines(db: Db, ids: readonly number[]): Promise<NoteWithLines[]> {
  const found = await sql<{ note: NoteWithLines }>`select row_to_json(w) as note from (
      select n.*, ${noteLines.json(ofNote, columnsOf(noteLineFields, 'l'))} as items
      from (${anyNotes.select(sql`t.id = any(${ids}::integer[])`)}) n) w
    order by array_position(${ids}::integer[], (w.id))`.execute(db);
  return found.rows.map(({ note }) => note);
}

export interface SampleInvoice {
  id: number;
  invoice_date: Day;
  line_id: number;
  quantity: number;
  unit_price: number;
  has_product: boolean;
}

/** Issued invoices, the oldest first, each with its first line. */
export async function listSampleInvoices(trx: Transaction): Promise<SampleInvoice[]> {
  const result = await sql<SampleInvoice>`
    select i.id, i.invoice_date, l.id as line_id, l.quantity, l.unit_price,
      l.product_id is not null as has_product
    from invoices i join lateral (
      select * from invoice_lines where invoice_id = i.id order by position limit 1) l on true
    where i.status not in ('draft', 'cancelled') and l.quantity > 1 and l.unit_price > 10
    order by i.invoice_date, i.id`.execute(trx);
  return result.rows;
}
