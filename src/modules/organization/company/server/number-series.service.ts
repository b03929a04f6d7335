import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';
import {
  documentNumber,
  financialYearOf,
  type LegalSeries,
  prefixOf,
} from '../number-series.rules';
import type { Settings } from '../settings.fields';
import { legalYearStart } from '../settings.rules';
import {
  nextCountNumber,
  nextOrderNumber,
  nextQuotationNumber,
  raiseNumber,
  takeFreedNumber,
} from './number-series.queries';

export { giveBackInvoiceNumber } from './number-series.queries';

/** An invoice's place in its series, such as 26-27 and 17. */
export interface NumberPosition {
  year: string;
  sequence: number;
}

export interface TakenNumber extends NumberPosition {
  number: string;
}

/**
 * The number of a new order in the financial year of its day, for the statement that inserts it: unique, and taken
 * without waiting (docs/product/company.md#number-series). A rolled back transaction loses its number.
 */
export function newOrderNumber(day: Day, settings: Settings): SqlPart {
  const year = financialYearOf(day, settings.financial_year_start_month);
  return nextOrderNumber(settings.order_prefix, year);
}

/** The same for a new quotation. */
export function newQuotationNumber(day: Day, settings: Settings): SqlPart {
  const year = financialYearOf(day, settings.financial_year_start_month);
  return nextQuotationNumber(settings.quotation_prefix, year);
}

/** The same for a new stock count. */
export function newCountNumber(day: Day, settings: Settings): SqlPart {
  const year = financialYearOf(day, settings.financial_year_start_month);
  return nextCountNumber(settings.count_prefix, year);
}

/**
 * The next invoice number in the financial year of a day, without gaps or duplicates: the series is locked until this
 * transaction ends, and a rollback returns the number. Returned numbers are reused first
 * (docs/product/company.md#number-series).
 */
export async function takeInvoiceNumber(
  trx: Transaction,
  day: Day,
  settings: Settings,
): Promise<TakenNumber> {
  const year = financialYearOf(day, legalYearStart(settings));
  const freed = await takeFreedNumber(trx, year);
  if (freed === null) return takeLegalNumber(trx, 'invoice', { day, settings });
  return positionIn('invoice', { year, sequence: freed }, settings);
}

/** Like `takeInvoiceNumber` for any series, of numbers that were never taken. */
export async function takeLegalNumber(
  trx: Transaction,
  series: LegalSeries,
  { day, settings }: { day: Day; settings: Settings },
): Promise<TakenNumber> {
  const year = financialYearOf(day, legalYearStart(settings));
  return positionIn(series, { year, sequence: await raiseNumber(trx, series, year) }, settings);
}

function positionIn(
  series: LegalSeries,
  position: NumberPosition,
  settings: Settings,
): TakenNumber {
  const number = documentNumber(prefixOf(series, settings), position.year, position.sequence);
  return { ...position, number };
}
