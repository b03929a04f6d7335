import { sql } from 'kysely';
import { maxId } from '~/kit/shared/fields/fields';
import type { Db } from '~/kit/server/database/db';
import { type NumberSeries, numberedSeries } from '../number-series.fields';
import type { FindLast } from '~/modules/sales/papers/server/checking.service';
import { numberedDocuments } from './numbered.service';

/** Where the series begin: above 1 after samples were removed under own documents. */
const begins = sql.join(
  // Orders have no stored place.
  numberedSeries
    .filter((series) => series !== 'order')
    .map(
      (series) =>
        sql`select ${series} as of, financial_year, first_number from ${sql.table(`${series}_numbers`)}`,
    ),
  sql` union all `,
);

/** Newest financial year first. Orders have no stored place: it is read from their number. */
export async function listNumberSeries(db: Db): Promise<NumberSeries[]> {
  const result = await sql<NumberSeries>`
    with numbered as (
      select 'invoice' as series, number_year as year, number_sequence as number,
        invoice_number as label, status
      from invoices where number_sequence is not null
      union all
      select 'order', place[1], place[2]::integer, order_number, status
      from orders, regexp_match(order_number, '-(\\d{2}(?:-\\d{2})?)-(\\d{1,9})$') as place
      where place is not null
      union all
      select 'delivery', number_year, number_sequence, delivery_number, status
      from deliveries where number_sequence is not null
      union all ${sql.join(numberedDocuments(), sql` union all `)}
    )
    select series, year as financial_year, min(number) as first, max(number) as last,
      count(*) as count, max(number) - coalesce(min(begins.first_number), 1) + 1 - count(*) as gaps,
      coalesce(array_agg(label order by number) filter (where status = 'cancelled'), '{}') as cancelled
    from numbered left join (${begins}) begins on begins.of = series and begins.financial_year = year
    group by series, year order by year desc, series`.execute(db);
  return result.rows;
}

/** The last invoice number of a financial year before that of the invoice `id`, or of all. */
export const findLastInvoice: FindLast = async (db, { id, year }) => {
  const found = await sql<{ number: string; date: string }>`
    select invoice_number as number, invoice_date as date from invoices
    where number_year = ${year} and status <> 'draft' and number_sequence < coalesce(
      (select number_sequence from invoices where id = ${id} and status <> 'draft'), ${maxId})
    order by number_sequence desc limit 1`.execute(db);
  return found.rows[0] ?? null;
};
