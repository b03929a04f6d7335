import type { Db } from '~/kit/server/db';
import type { Day } from '~/kit/shared/days';
import { documentNumber, financialYearOf } from '../numbers.rules';
import type { Settings } from '../settings.fields';
import { addFreed, raiseSeries, type Series, takeFreed } from './numbers.queries';

export interface TakenNumber {
  /** As printed: `INV-26-27-00001`. */
  number: string;
  year: string;
  sequence: number;
}

/**
 * The next number of a series in the financial year of a day, without gap or double: others wait until this transaction
 * ends, and one that fails gives its number back. Numbers that were given back come first. Take it as late as can be.
 */
export async function takeNumber(
  trx: Db,
  { series, day, settings }: { series: Series; day: Day; settings: Settings },
): Promise<TakenNumber> {
  const year = financialYearOf(day, settings.financial_year_start_month);
  // Only invoices are counted without a gap: an order that is deleted takes its number along.
  const freed = series === 'invoice' ? await takeFreed(trx, series, year) : null;
  const sequence = freed ?? (await raiseSeries(trx, series, year));
  const prefix = series === 'order' ? settings.order_prefix : settings.invoice_prefix;
  return { number: documentNumber(prefix, year, sequence), year, sequence };
}

/** Gives back a number that no document carries after all. */
export async function giveBackNumber(
  trx: Db,
  freed: { series: Series; year: string; sequence: number },
): Promise<void> {
  await addFreed(trx, freed);
}
