import { sql } from 'kysely';
import { type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { PaidInto, PaymentMethod } from '~/modules/organization/company/accounts.fields';
import { defaultAccount, upiId } from '~/modules/organization/company/server/identity.service';
import type { Day } from '~/kit/shared/time/days';
import {
  type DocumentParty,
  noPrintedTexts,
  printedNames,
  type TaxDocument,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { buyer, delivery, seller } from '~/modules/sales/papers/server/parties.service';
import { dataUrl, deletePaper, freezePaper } from '~/modules/sales/papers/server/printing.service';
import type { Invoice } from '../invoices.fields';

/** All that a printed invoice says. */
export interface Printable extends PaidInto {
  document: TaxDocument;
  /** A data URL. */
  logo: string | null;
  isFrozen: boolean;
}

/** A draft's line without a code has that of its product or service, which it gets when it is issued. */
const hsnOfSource = sql`case when t.status = 'draft' and t.tax_mode = 'gst' then coalesce(
    (select p.hsn_code from products p where p.id = l.product_id),
    (select s.hsn_code from services s where s.id = l.service_id)) end`;

const lines = sql`(select coalesce(json_agg(row_to_json(p)), '[]') from (
  select l.id, l.description, l.service_id is not null as "isService", coalesce(l.hsn_code, ${hsnOfSource}) as hsn_code, l.unit,
    (select u.uqc from units u where lower(u.code) = lower(l.unit)) as uqc, l.quantity, l.unit_price,
    round(l.quantity * l.unit_price, 2) as gross_amount,
    case when l.discount_share = 0 then l.discount_percent end as discount_percent,
    l.discount_amount + l.discount_share as discount_amount, l.discount_share as document_discount,
    l.line_total - l.discount_share as taxable_value, l.tax_treatment, l.tax_rate, l.cgst_amount, l.sgst_amount, l.igst_amount
  from invoice_lines l where l.invoice_id = t.id order by l.position, l.id) p)`;

const shippingBill = sql`case when num_nonnulls(t.shipping_bill_number, t.shipping_bill_date, t.port_code) > 0
  then json_build_object('shipping_bill_number', t.shipping_bill_number, 'shipping_bill_date', t.shipping_bill_date,
    'port_code', t.port_code) end`;

const printed = sql.join(printedNames.map((name) => sql.ref(`t.${name}`)));

/** The invoice `t` as a `TaxDocument`, by what the tables say now (docs/product/tax.md#one-computation). */
const liveDocument = sql`(select row_to_json(d) from (
  select 'invoice' as kind, t.id, t.invoice_number as number, t.invoice_date as date, t.due_date, t.status,
    t.tax_mode, coalesce(t.supply_type, 'b2c') as supply_type, t.place_of_supply, t.place_chosen, t.reverse_charge,
    (select value #>> '{}' from settings where name = 'lut_number') as lut_number,
    ${seller} as seller, ${buyer} as buyer, ${delivery} as delivery, ${lines} as lines,
    case when t.discount_amount > 0
      then json_build_object('percent', t.discount_percent, 'amount', t.discount_amount) end as discount,
    t.subtotal, t.tax_rate, t.tax_amount, t.cgst_amount, t.sgst_amount, t.igst_amount,
    t.round_off, t.total_amount, ${printed}, null as original, null as reason,
    ${shippingBill} as shipping_bill, coalesce(t.printed_own, printed_custom('invoices', t.custom)) as own) d)`;

/** What of the invoice `t` is not kept of it, but as it is now. */
const now = sql`jsonb_build_object('status', t.status, 'shipping_bill', ${shippingBill})`;

/** A text that was not printed yet when a document was kept is none. */
const document = sql`case when d.record_id is null then ${liveDocument}::jsonb
  else ${sql.lit(JSON.stringify(noPrintedTexts))}::jsonb || d.document || ${now} end as document`;

/** What is kept of an invoice, once it is issued; what a draft's mail says is not what the draft says. */
const stored = sql`left join papers d on d.kind = 'invoices' and d.record_id = t.id and t.status <> 'draft'`;

export async function findTaxDocument(db: Db, id: number): Promise<TaxDocument | null> {
  const found = await findJson<{ document: TaxDocument }>(
    db,
    sql`select ${document}
      from invoices t ${stored} where t.id = ${id}`,
  );
  return found?.document ?? null;
}

/** The invoices dated on a day from `from` to `to`, cancelled ones too, but neither drafts nor opening ones; by day. */
export async function listIssuedIds(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from invoices
    where status <> 'draft' and not is_opening and invoice_date between ${from} and ${to}
    order by invoice_date, number_sequence, id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Invoices as `findTaxDocument` reads them, in the order of the ids. */
export async function listTaxDocuments(db: Db, ids: readonly number[]): Promise<TaxDocument[]> {
  const found = await sql<{ document: TaxDocument }>`
    select ${document}
      from unnest(${ids}::integer[]) with ordinality as w (id, place)
        join invoices t on t.id = w.id ${stored} order by w.place`.execute(db);
  return found.rows.map(({ document }) => document);
}

export async function findPrintable(db: Db, id: number): Promise<Printable | null> {
  return findJson<Printable>(
    db,
    sql`select d.record_id is not null as "isFrozen",
        ${document},
        case when d.record_id is null then ${defaultAccount}::jsonb else d.account end as account,
        case when d.record_id is null then ${upiId} else d.upi_id end as upi_id,
        case when d.record_id is null then ${dataUrl(sql`company_logo`)}
          else ${dataUrl(sql`printed_logos where digest = d.logo_digest`)} end as logo
      from invoices t ${stored} where t.id = ${id}`,
  );
}

/** The account that an invoice names to be paid into. */
export async function findPrintedAccount(db: Db, id: number): Promise<PaymentMethod | null> {
  const found = await findJson<Pick<Printable, 'account'>>(
    db,
    sql`select case when d.record_id is null then ${defaultAccount}::jsonb else d.account end as account
      from invoices t ${stored} where t.id = ${id}`,
  );
  return found?.account ?? null;
}

/** The buyers of invoices by the invoices' ids, as their documents name them. */
export async function listBuyers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, DocumentParty>> {
  const found = await sql<{ id: number; buyer: DocumentParty }>`
    select t.id, coalesce(d.document -> 'buyer', ${buyer}::jsonb) as buyer
    from invoices t ${stored} where t.id = any (${ids}::integer[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.buyer]));
}

/** Keeps what issued invoices say, unless it is kept already. */
export async function freezeDocuments(db: Db, ids: readonly number[]): Promise<void> {
  const paper = sql`select t.id, ${liveDocument}::jsonb as document, ${defaultAccount}::jsonb as account,
      ${upiId} as upi_id from invoices t where t.id = any (${ids}::integer[]) and t.status <> 'draft'`;
  await freezePaper(db, 'invoices', { paper });
}

/** Keeps what a draft's mail says, with the file itself: issued, the draft says the same. */
export async function keepMailedDocument(
  trx: Transaction,
  { document, account: paidInto, upi_id }: Printable,
  pdf: Buffer,
): Promise<void> {
  await deletePaper(trx, { kind: 'invoices', id: document.id });
  const paper = sql`select ${document.id}::integer as id, ${JSON.stringify(document)}::jsonb as document,
      ${paidInto ? JSON.stringify(paidInto) : null}::jsonb as account, ${upi_id}::text as upi_id`;
  await freezePaper(trx, 'invoices', { paper, pdf });
}

/** The number and status of an invoice, as its file's name and its marks follow from them. */
export async function findHead(
  db: Db,
  id: number,
): Promise<Pick<Invoice, 'id' | 'invoice_number' | 'status'> | null> {
  const found = await sql<Pick<Invoice, 'id' | 'invoice_number' | 'status'>>`
    select id, invoice_number, status from invoices where id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}
