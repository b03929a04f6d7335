import { fromPaise, rupees, toPaise } from '~/kit/shared/money/money';
import type { TdsCode } from '~/modules/organization/company/tds-codes.fields';
import { proportion } from '~/modules/sales/documents/lines/discounts.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';

/** What a vendor's financial year holds under a code before a bill, in rupees (docs/product/bills.md#tds). */
export interface TdsYear {
  /** The taxable value of booked bills less credits. */
  booked: number;
  /** What bills withheld tax on. */
  charged: number;
  /** The bases of advances with TDS that bills have met. */
  met: number;
  /** The bases of advances with TDS that no bill has met yet. */
  advanced: number;
}

export const noTdsYear: TdsYear = { booked: 0, charged: 0, met: 0, advanced: 0 };

export interface TdsBill {
  pan: string | null;
  /** The taxable value of the bill, in rupees. */
  base: number;
  /** What the vendor would be paid without TDS: no more is withheld. */
  payable: number;
}

export interface Tds {
  /** In percent. */
  rate: number;
  /** What tax is withheld on, in rupees. */
  base: number;
  tds_amount: number;
  /** The part of the bill on which an advance withheld. */
  met: number;
  why: string;
}

/** Individuals and Hindu undivided families are known by the fourth letter of their PAN. */
export function isIndividual(pan: string): boolean {
  return ['P', 'H'].includes(pan.charAt(3).toUpperCase());
}

/** The rate in percent for a vendor (docs/product/bills.md#tds). */
export function tdsRateFor(code: TdsCode, pan: string | null): number {
  if (!pan) return code.rate_no_pan;
  return isIndividual(pan) ? code.rate_individual : code.rate_other;
}

/** TDS of a bill, with the reason for it or for none (docs/product/bills.md#tds). */
export function tdsOf(code: TdsCode, bill: TdsBill, year: TdsYear): Tds {
  const rate = tdsRateFor(code, bill.pan);
  const met = Math.max(0, Math.min(bill.base, year.advanced));
  const { base, why } = dueOf(code, { base: bill.base, met }, year);
  if (base <= 0) return { rate, base: 0, tds_amount: 0, met, why };
  const whole = wholeRupees(base, rate);
  const most = Math.max(0, Math.floor(toPaise(bill.payable) / 100));
  if (whole <= most) return { rate, base, tds_amount: whole, met, why };
  return {
    rate,
    base: fromPaise(proportion(toPaise(base), most, whole)),
    tds_amount: most,
    met,
    why: `${why}. ${rupees(whole - most)} more than the bill pays is withheld with the next bill`,
  };
}

interface Due {
  /** What tax is due on, in rupees. */
  base: number;
  why: string;
}

function dueOf(
  { single_threshold: single, year_threshold: limit, only_excess }: TdsCode,
  { base, met }: { base: number; met: number },
  year: TdsYear,
): Due {
  const after = sumOf([year.booked, base, year.advanced, -met]);
  if (limit !== null && after > limit) {
    const counted = only_excess ? sumOf([after, -limit]) : after;
    const open = sumOf([counted, -year.charged, -year.met, -year.advanced]);
    return dueOn(open, `${rupees(after)} of the year is above ${rupees(limit)}`);
  }
  if (single !== null && base > single)
    return dueOn(sumOf([base, -met]), `The bill is above ${rupees(single)}`);
  return { base: 0, why: withinText(single, limit) };
}

function dueOn(base: number, why: string): Due {
  if (base > 0) return { base, why };
  return { base: 0, why: 'Tax was withheld on all of it already' };
}

function withinText(single: number | null, year: number | null): string {
  const limits = [
    ...(single === null ? [] : [`${rupees(single)} a bill`]),
    ...(year === null ? [] : [`${rupees(year)} a year`]),
  ];
  return limits.length === 0 ? 'The code has no threshold' : `Not above ${limits.join(' or ')}`;
}

/** Tax on a base in whole rupees, half upwards; the base in rupees, the rate in percent. */
export function wholeRupees(base: number, rate: number): number {
  const parts = BigInt(toPaise(base)) * BigInt(Math.round(rate * 100));
  return Number((parts + 500_000n) / 1_000_000n);
}

/** What is withheld where a person typed the amount: the base that it settles is at least that of the bill. */
export function typedTds(computed: Tds, base: number, tds_amount: number): Tds {
  const settled = computed.base > 0 || tds_amount === 0 ? computed.base : base;
  return { ...computed, base: settled, tds_amount, why: 'Typed by a person' };
}
