import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { readTyped } from '~/kit/shared/fields/typed-values';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { type TaxClass, type TaxRate, taxRateFields } from './tax-classes.fields';

export const taxRefusals = {
  'unit.code_taken': [409, 'Another unit has this code'],
  'unit.in_use': [409, 'Products use the unit'],
  'tax_class.name_taken': [409, 'Another tax class has this name'],
  'tax_class.in_use': [409, 'Products or services have the tax class'],
} as const satisfies ErrorTable;

type Taxed = Pick<TaxClass, 'treatment' | 'rates'>;

/**
 * The rate in percent on a day: 0 unless the class is taxable, null before the first day of a taxable one
 * (docs/product/tax.md#tax-classes).
 */
export function rateOn({ treatment, rates }: Taxed, day: Day): number | null {
  if (treatment !== 'taxable') return 0;
  return sortedRates(rates).findLast(({ valid_from }) => valid_from <= day)?.rate ?? null;
}

/** The oldest first, as they are stored. */
export function sortedRates(rates: readonly TaxRate[]): TaxRate[] {
  return rates.toSorted((one, other) => (one.valid_from < other.valid_from ? -1 : 1));
}

/** What is wrong with the rates of a class, or null. */
export function ratesProblem({ treatment, rates }: Taxed): string | null {
  const days = rates.map(({ valid_from }) => valid_from);
  const twice = days.find((day, at) => days.indexOf(day) !== at);
  if (twice !== undefined) return `There are two rates from ${twice}`;
  if (treatment === 'taxable') return rates.length > 0 ? null : 'A taxable class needs a rate';
  return rates.some(({ rate }) => rate > 0) ? 'Only a taxable class has rates above 0' : null;
}

/** A class that a product or a service has stays (docs/product/tax.md#tax-classes). */
export function canDeleteTaxClass(
  { name }: Pick<TaxClass, 'name'>,
  dependents: readonly DependentCount[],
): Verdict {
  const holders = dependentsText(dependents);
  if (holders === '') return allowed;
  return refused(
    'tax_class.in_use',
    `The tax class "${name}" is used by ${holders} and cannot be deleted`,
  );
}

/** `12% from 1 Jul 2017, 5% from 22 Sep 2025`; '' for none. */
export function ratesText(rates: readonly TaxRate[]): string {
  return rates.map(({ rate, valid_from }) => `${rate}% from ${formatDay(valid_from)}`).join(', ');
}

/** A row of a form's rates; `key` tells rows apart. */
export interface TypedRate {
  key: number;
  rate: string;
  valid_from: string;
}

/** The rates that are typed, and what is wrong with them, or null. */
export function readRates(
  treatment: TaxClass['treatment'],
  typed: readonly TypedRate[],
): { rates: TaxRate[]; wrong: string | null } {
  const rates: TaxRate[] = [];
  for (const row of typed) {
    const rate = readTyped(taxRateFields.rate, row.rate, 'form');
    if (!rate.ok) return { rates: [], wrong: rate.message };
    const day = readTyped(taxRateFields.valid_from, row.valid_from, 'form');
    if (!day.ok)
      return { rates: [], wrong: `Please enter the start date of the ${row.rate}% rate` };
    rates.push({ rate: Number(rate.value), valid_from: String(day.value) });
  }
  return { rates, wrong: ratesProblem({ treatment, rates }) };
}
