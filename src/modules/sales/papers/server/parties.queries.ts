import { sql } from 'kysely';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { DocumentParty } from '~/modules/sales/documents/print/tax-documents.fields';

/** SQL: the company as a document names it today. */
export const seller = sql`(select row_to_json(p) from (
  select coalesce(b.company_name, 'Manufacturing CRM') as name, b.legal_name, null as contact_person,
    null as gst_category, b.tax_id as gstin, b.billing_address as address, b.city, b.state, b.state_code,
    b.zip_code as postal_code, null as country, null as email, null as phone
  from billing_profile b) p)`;

/**
 * SQL: the customer of `t` as a document names it today. An address with its own GSTIN is the registered one, and
 * without any GSTIN the address decides the state; what it does not say the customer does.
 */
export const buyer = sql`(select row_to_json(p) from (
  select c.company_name as name, null as legal_name, c.contact_person, c.gst_category, coalesce(a.gstin, c.gstin) as gstin,
    case when a.id is null then c.billing_address else a.address end as address,
    case when a.id is null then c.city else a.city end as city,
    case when a.state_code is null then c.state end as state,
    case when a.gstin is null and c.gstin is not null then coalesce(c.state_code, a.state_code)
      else coalesce(a.state_code, c.state_code) end as state_code,
    case when a.id is null then c.postal_code else a.postal_code end as postal_code,
    case when a.state_code is null then coalesce(a.country, c.country) else a.country end as country, c.email, c.phone
  from customers c left join customer_addresses a on a.id = t.billing_address_id where c.id = t.customer_id) p)`;

/**
 * SQL: where the goods of `t` go, if that is another address than the buyer's or lies in another state than that of the
 * buyer's registration.
 */
export const delivery = sql`(select row_to_json(p) from (
  select c.company_name as name, null as legal_name, null as contact_person, null as gst_category, a.gstin, a.address,
    a.city, null as state, a.state_code, a.postal_code, a.country, null as email, null as phone
  from customer_addresses a join customers c on c.id = a.customer_id
  where a.id = t.shipping_address_id and (a.id is distinct from t.billing_address_id
    or a.gstin is null and c.gstin is not null and a.state_code <> c.state_code)) p)`;

export interface Parties {
  seller: DocumentParty;
  /** Whom the document is addressed to: a customer, or a vendor. */
  buyer: DocumentParty;
}

/** The company, and a customer at one of its addresses or another party (SQL: as `buyer`), as a document names them today. */
export async function readParties(
  db: Db,
  of: { customer_id: number; billing_address_id: number | null } | { party: SqlPart },
): Promise<Parties> {
  const other =
    'party' in of
      ? of.party
      : sql`(select ${buyer} from (select ${of.customer_id}::integer as customer_id,
          ${of.billing_address_id}::integer as billing_address_id) t)`;
  const found = await findJson<Parties>(db, sql`select ${seller} as seller, ${other} as buyer`);
  if (!found) throw new Error('Parties cannot be read');
  return found;
}
