import { sql } from 'kysely';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { type PaymentMethod, paymentMethodFields } from '~/modules/company/accounts.fields';
import type { TaxDocument } from '~/modules/documents/tax-documents.fields';

/** All that a printed invoice says. */
export interface Printable {
  document: TaxDocument;
  account: PaymentMethod | null;
  /** A data URL. */
  logo: string | null;
  isFrozen: boolean;
}

const seller = sql`(select row_to_json(p) from (
  select coalesce(b.company_name, 'Manufacturing CRM') as name, b.legal_name, null as contact_person,
    null as gst_category, b.tax_id as gstin, b.billing_address as address, b.city, b.state, b.state_code,
    b.zip_code as postal_code, null as country, null as email, null as phone
  from billing_profile b) p)`;

const buyer = sql`(select row_to_json(p) from (
  select c.company_name as name, null as legal_name, c.contact_person, c.gst_category, c.gstin,
    c.billing_address as address, c.city, c.state, c.state_code, c.postal_code, c.country, c.email, c.phone
  from customers c where c.id = t.customer_id) p)`;

const lines = sql`(select coalesce(json_agg(row_to_json(p)), '[]') from (
  select l.id, l.description, l.service_id is not null as "isService", null as hsn_code, null as unit,
    null as uqc, l.quantity, l.unit_price, round(l.quantity * l.unit_price, 2) as gross_amount,
    null as discount_percent, 0 as discount_amount, l.line_total as taxable_value, null as tax_treatment,
    null as tax_rate, 0 as cgst_amount, 0 as sgst_amount, 0 as igst_amount
  from invoice_lines l where l.invoice_id = t.id order by l.position, l.id) p)`;

/** The invoice `t` as a `TaxDocument`, by what the tables say now (docs/product/tax.md#one-computation). */
const liveDocument = sql`(select row_to_json(d) from (
  select 'invoice' as kind, t.id, t.invoice_number as number, t.invoice_date as date, t.due_date, t.status,
    'single' as tax_mode, 'b2b' as supply_type, null as place_of_supply, false as reverse_charge,
    (select value #>> '{}' from settings where name = 'lut_number') as lut_number,
    ${seller} as seller, ${buyer} as buyer, null as delivery, ${lines} as lines,
    t.subtotal, t.tax_rate, t.tax_amount, 0 as cgst_amount, 0 as sgst_amount, 0 as igst_amount,
    0 as round_off, t.total_amount, t.terms_conditions, t.notes, null as original, null as reason) d)`;

const account = sql`(select row_to_json(p) from (
  select ${columnsOf(paymentMethodFields, 'm')} from payment_methods m where m.is_default) p)`;

const dataUrl = (from: SqlPart) => sql`(select concat('data:', type, ';base64,',
  translate(encode(content, 'base64'), E'\n', '')) from ${from})`;

/** What is kept of an invoice, once it is issued; what a draft's mail says is not what the draft says. */
const kept = sql`left join issued_documents d on d.invoice_id = t.id and t.status <> 'draft'`;

export async function findTaxDocument(db: Db, id: number): Promise<TaxDocument | null> {
  const found = await findJson<{ document: TaxDocument }>(
    db,
    sql`select case when d.invoice_id is null then ${liveDocument}::jsonb
        else d.document || jsonb_build_object('status', t.status) end as document
      from invoices t ${kept} where t.id = ${id}`,
  );
  return found?.document ?? null;
}

export async function findPrintable(db: Db, id: number): Promise<Printable | null> {
  return findJson<Printable>(
    db,
    sql`select d.invoice_id is not null as "isFrozen",
        case when d.invoice_id is null then ${liveDocument}::jsonb
          else d.document || jsonb_build_object('status', t.status) end as document,
        case when d.invoice_id is null then ${account}::jsonb else d.account end as account,
        case when d.invoice_id is null then ${dataUrl(sql`company_logo`)}
          else ${dataUrl(sql`printed_logos where digest = d.logo_digest`)} end as logo
      from invoices t ${kept} where t.id = ${id}`,
  );
}

const keptLogo = sql`logo as (
    insert into printed_logos (digest, type, content)
    select encode(sha256(content), 'hex'), type, content from company_logo on conflict do nothing
  ), digest as (select encode(sha256(content), 'hex') as digest from company_logo)`;

/** Keeps what an issued invoice says, unless it is kept already. */
export async function freezeDocument(db: Db, id: number): Promise<void> {
  await sql`with ${keptLogo}
    insert into issued_documents (invoice_id, document, account, logo_digest)
    select t.id, ${liveDocument}, ${account}, (select digest from digest)
    from invoices t where t.id = ${id} and t.status <> 'draft' on conflict do nothing`.execute(db);
}

/** Keeps what a draft's mail says, with the file itself: issued, the draft says the same. */
export async function keepMailedDocument(
  trx: Transaction,
  { document, account: paidInto }: Printable,
  pdf: Buffer,
): Promise<void> {
  await deleteMailedDocument(trx, document.id);
  await sql`with ${keptLogo}
    insert into issued_documents (invoice_id, document, account, logo_digest, pdf)
    values (${document.id}, ${JSON.stringify(document)}::jsonb,
      ${paidInto ? JSON.stringify(paidInto) : null}::jsonb, (select digest from digest), ${pdf})`.execute(
    trx,
  );
}

/** Forgets what a draft's mail said. */
export async function deleteMailedDocument(trx: Transaction, id: number): Promise<void> {
  await sql`delete from issued_documents where invoice_id = ${id}`.execute(trx);
}

interface StoredFile {
  invoice_number: string;
  status: string;
  pdf: Buffer | null;
}

/** An invoice's number and status, with the file that is kept of it once it is issued. */
export async function findFile(db: Db, id: number): Promise<StoredFile | null> {
  const found = await sql<StoredFile>`select t.invoice_number, t.status, d.pdf
    from invoices t ${kept} where t.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}

/** Stores the file of an issued invoice; what somebody else has stored before stays and is returned instead. */
export async function keepFile(db: Db, id: number, pdf: Buffer): Promise<Buffer> {
  await sql`update issued_documents set pdf = ${pdf}
    where invoice_id = ${id} and pdf is null`.execute(db);
  const found = await findFile(db, id);
  return found?.pdf ?? pdf;
}

/** Issued invoices whose file is not made yet, oldest first. */
export async function listUnprinted(db: Db, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select t.id
    from issued_documents d join invoices t on t.id = d.invoice_id
    where d.pdf is null and t.status <> 'cancelled' order by t.id limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}
