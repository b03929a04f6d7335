import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { LineSource } from '~/modules/sales/papers/server/checking.service';
import type { InvoiceLine } from '../invoices.fields';

/** The products and services of an invoice's lines, in their order. */
export async function listLineSources(db: Db, invoice: number): Promise<LineSource[]> {
  const found = await sql<LineSource>`select l.product_id, l.service_id,
      coalesce(p.tax_class_id, s.tax_class_id) is not null as has_class
    from invoice_lines l left join products p on p.id = l.product_id
      left join services s on s.id = l.service_id
    where l.invoice_id = ${invoice} order by l.position, l.id`.execute(db);
  return found.rows;
}

interface ClassedLine extends Pick<InvoiceLine, 'tax_treatment' | 'tax_rate'> {
  tax_class: Pick<TaxClass, 'treatment' | 'rates'> | null;
}

/** How an invoice's lines are taxed, with their tax classes, in their order. */
export async function listLineClasses(db: Db, invoice: number): Promise<ClassedLine[]> {
  const found = await sql<ClassedLine>`select l.tax_treatment, l.tax_rate,
      case when c.id is not null then json_build_object('treatment', c.treatment, 'rates', c.rates) end as tax_class
    from invoice_lines l left join tax_classes c on c.id = l.tax_class_id
    where l.invoice_id = ${invoice} order by l.position, l.id`.execute(db);
  return found.rows;
}

/** Gives lines without a code or a unit those that their product or service has by now. */
export async function completeLines(trx: Transaction, invoice: number): Promise<void> {
  await sql`update invoice_lines l
    set hsn_code = coalesce(l.hsn_code, known.hsn_code), unit = coalesce(l.unit, known.unit)
    from (
      select o.id, coalesce(p.hsn_code, s.hsn_code) as hsn_code, p.unit_of_measure as unit
      from invoice_lines o left join products p on p.id = o.product_id
        left join services s on s.id = o.service_id
      where o.invoice_id = ${invoice}
    ) known
    where l.id = known.id and ((l.hsn_code is null and known.hsn_code is not null)
      or (l.unit is null and known.unit is not null))`.execute(trx);
}
