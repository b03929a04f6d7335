import type { Day } from '~/kit/shared/time/days';
import type { Settings } from './settings.fields';

/** The series of legal numbers: gapless, one for each kind of document (docs/product/company.md#number-series). */
export type LegalSeries =
  | 'invoice'
  | 'delivery'
  | 'transfer'
  | 'job_challan'
  | 'credit_note'
  | 'debit_note'
  | 'receipt_voucher'
  | 'refund_voucher'
  | 'receipt'
  | 'purchase'
  | 'goods_receipt'
  | 'vendor_return'
  | 'bill'
  | 'vendor_payment';

const fixedPrefixes = {
  credit_note: 'CN',
  debit_note: 'DN',
  receipt_voucher: 'RV',
  refund_voucher: 'RF',
} as const;

type ChosenSeries = Exclude<LegalSeries, keyof typeof fixedPrefixes>;

/** What numbers of a series begin with. */
export function prefixOf(series: LegalSeries, settings: Settings): string {
  return series in fixedPrefixes
    ? fixedPrefixes[series as keyof typeof fixedPrefixes]
    : settings[`${series as ChosenSeries}_prefix`];
}

/**
 * The financial year of a day as document numbers write it: `26-27` for 21 November 2026 where the year begins in
 * April, `26` where it is the calendar year (docs/product/company.md#number-series).
 */
export function financialYearOf(day: Day, startMonth: number): string {
  const year = Number(day.slice(0, 4));
  if (startMonth === 1) return twoDigits(year);
  const first = Number(day.slice(5, 7)) >= startMonth ? year : year - 1;
  return `${twoDigits(first)}-${twoDigits(first + 1)}`;
}

/** The first day of the financial year of a day. */
export function financialYearStart(day: Day, startMonth: number): Day {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startMonth ? 1 : 0);
  return `${year}-${String(startMonth).padStart(2, '0')}-01`;
}

/** `ORD-26-27-00001`: series, financial year, at least five digits (docs/product/company.md#number-series). */
export function documentNumber(prefix: string, year: string, sequence: number): string {
  return `${prefix}-${year}-${String(sequence).padStart(5, '0')}`;
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0');
}
