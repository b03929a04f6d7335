import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { LineTaxes, Taxable } from '../taxation.rules';
import type { LineSubject, LineTerms } from '../../lines/lines.rules';

interface FoundTaxBasis {
  products: (Taxable & { id: number })[];
  services: (Taxable & { id: number })[];
  classes: Pick<TaxClass, 'id' | 'treatment' | 'rates'>[];
  /** Those that lines are said to be counted in. */
  units: UnitDecimals[];
  /** The company's own state. */
  seller: string | null;
}

/** What the lines' products, services and tax classes and the company itself say of tax, in one statement. */
export async function findTaxBasis(
  trx: Transaction,
  lines: readonly (LineSubject & Pick<LineTerms, 'tax_class_id' | 'unit'>)[],
): Promise<FoundTaxBasis> {
  const units = [...new Set(lines.flatMap(({ unit }) => unit ?? []))];
  const ids = (name: 'product_id' | 'service_id' | 'tax_class_id') =>
    lines.flatMap((line) => line[name] ?? []);
  const result = await sql<FoundTaxBasis>`with
    product as (select id, hsn_code, unit_of_measure as unit, tax_class_id from products
      where id = any (${ids('product_id')}::integer[])),
    service as (select id, hsn_code, null as unit, tax_class_id from services
      where id = any (${ids('service_id')}::integer[])),
    class as (select id, treatment, rates from tax_classes
      where id = any (${ids('tax_class_id')}::integer[])
        or id in (select tax_class_id from product union all select tax_class_id from service))
    select (select coalesce(json_agg(product), '[]') from product) as products,
      (select coalesce(json_agg(service), '[]') from service) as services,
      (select coalesce(json_agg(class), '[]') from class) as classes,
      (select coalesce(json_agg(u), '[]') from (select code, decimals from units
        where code = any (${units}::text[])) u) as units,
      (select state_code from billing_profile) as seller`.execute(trx);
  return result.rows[0] ?? { products: [], services: [], classes: [], units: [], seller: null };
}

/** Columns that lines of orders and invoices share besides what, how much and at what price. */
export const termNames = [
  'hsn_code',
  'unit',
  'discount_percent',
  'discount_amount',
  'discount_share',
  'tax_class_id',
  'tax_treatment',
  'tax_rate',
  'cgst_amount',
  'sgst_amount',
  'igst_amount',
] as const satisfies (keyof LineTerms | keyof LineTaxes | 'discount_share')[];

/** SQL: `l.hsn_code, l.unit, …`; one piece of text, as an order's statement is compiled again every time. */
export const termColumns: SqlPart = sql.raw(termNames.map((name) => `l.${name}`).join(', '));
