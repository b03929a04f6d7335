import { sql } from 'kysely';
import type { Db } from '~/kit/server/db';

/** The series of numbers that the product gives. */
export type Series = 'order' | 'invoice';

/** Raises a series by one; its row is locked until the transaction ends. */
export async function raiseSeries(trx: Db, series: Series, year: string): Promise<number> {
  const result = await sql<{ last_number: number }>`
    insert into number_series as s (series, financial_year, last_number) values (${series}, ${year}, 1)
    on conflict (series, financial_year) do update set last_number = s.last_number + 1
    returning last_number`.execute(trx);
  return result.rows[0]?.last_number ?? 0;
}

/** The lowest number that was given back; null when there is none that nobody else is taking. */
export async function takeFreed(trx: Db, series: Series, year: string): Promise<number | null> {
  const result = await sql<{ number: number }>`delete from freed_numbers
    where series = ${series} and financial_year = ${year} and number = (
      select number from freed_numbers where series = ${series} and financial_year = ${year}
      order by number limit 1 for update skip locked)
    returning number`.execute(trx);
  return result.rows[0]?.number ?? null;
}

export async function addFreed(
  trx: Db,
  { series, year, sequence }: { series: Series; year: string; sequence: number },
): Promise<void> {
  await sql`insert into freed_numbers (series, financial_year, number)
    values (${series}, ${year}, ${sequence})`.execute(trx);
}
