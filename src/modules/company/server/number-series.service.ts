import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';
import { documentNumber, financialYearOf } from '../number-series.rules';
import { legalYearStart, type Settings } from '../settings.fields';
import {
  addFreedNumber,
  nextOrderNumber,
  raiseInvoiceNumber,
  takeFreedNumber,
} from './number-series.queries';

/** An invoice's place in its series, such as 26-27 and 17. */
export interface NumberPlace {
  year: string;
  sequence: number;
}

export interface TakenNumber extends NumberPlace {
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
  const sequence = freed ?? (await raiseInvoiceNumber(trx, year));
  return { number: documentNumber(settings.invoice_prefix, year, sequence), year, sequence };
}

/** Returns the place of an invoice number that no document ended up using. */
export async function giveBackInvoiceNumber(trx: Transaction, place: NumberPlace): Promise<void> {
  await addFreedNumber(trx, place);
}
