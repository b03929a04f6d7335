import { z } from 'zod';
import { maxAmount } from '~/kit/shared/money/money';
import { isDay } from '~/kit/shared/time/days';

const hasTwoDecimals = (value: number) => /^\d+(\.\d{1,2})?$/.test(String(value));

const text = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .min(1, { error: `${label} is required` })
    .max(max, { error: `${label} cannot exceed ${max} characters` });

const amount = (label: string, max: number) =>
  z
    .number({ error: `${label} must be a number` })
    .min(0, { error: `${label} must be at least 0` })
    .max(max, { error: `${label} is too high` })
    .refine(hasTwoDecimals, { error: `${label} cannot have more than two decimals` });

/** A kind of payment from which tax is deducted at source (docs/product/bills.md#tds). */
export const tdsCodeSchema = z.strictObject(
  {
    code: text('Code', 20),
    name: text('Name', 100),
    /** In percent: for an individual or a Hindu undivided family, for all others, and without a PAN. */
    rate_individual: amount('Rate for individuals', 100),
    rate_other: amount('Rate for others', 100),
    rate_no_pan: amount('Rate without PAN', 100),
    /** In rupees, of one bill; null for none, 0 where each bill is above it. */
    single_threshold: amount('Threshold of one bill', maxAmount).nullable(),
    /** In rupees, of all bills of a financial year. */
    year_threshold: amount('Threshold of the year', maxAmount).nullable(),
    /** Whether only the part above the threshold of the year counts. */
    only_excess: z.boolean({ error: 'Only the excess must be true or false' }),
    /** The first day on which these figures hold. */
    valid_from: z
      .string({ error: 'Valid from must be a day' })
      .refine(isDay, { error: 'Valid from must be a day such as 2026-04-01' }),
  },
  { error: 'Each TDS code must have its fields' },
);

export type TdsCode = z.output<typeof tdsCodeSchema>;

/** The codes of the company; one code has a row for each day from which other figures hold. */
export const tdsCodesSchema = z
  .array(tdsCodeSchema, { error: 'The TDS codes must be a list' })
  .max(200, { error: 'There can be at most 200 TDS codes' })
  .refine(
    (codes) =>
      new Set(codes.map(({ code, valid_from }) => `${code} ${valid_from}`)).size === codes.length,
    { error: 'Each TDS code can be there only once from a day' },
  );

/** The figures of a code on a day: those that hold last from it; null where none does. */
export function tdsCodeOn(codes: readonly TdsCode[], code: string, day: string): TdsCode | null {
  const valid = codes.filter((each) => each.code === code && each.valid_from <= day);
  return valid.toSorted((one, other) => other.valid_from.localeCompare(one.valid_from))[0] ?? null;
}

const row = {
  rate_no_pan: 20,
  single_threshold: null,
  year_threshold: null,
  only_excess: false,
  valid_from: '2025-04-01',
};

/** What a company starts with; administrators change every figure (docs/product/bills.md#tds). */
export const defaultTdsCodes: TdsCode[] = [
  {
    ...row,
    code: 'CONTRACT',
    name: 'Contract work',
    rate_individual: 1,
    rate_other: 2,
    single_threshold: 30_000,
    year_threshold: 100_000,
  },
  {
    ...row,
    code: 'PROFESSIONAL',
    name: 'Professional fees',
    rate_individual: 10,
    rate_other: 10,
    year_threshold: 50_000,
  },
  {
    ...row,
    code: 'TECHNICAL',
    name: 'Technical fees',
    rate_individual: 2,
    rate_other: 2,
    year_threshold: 50_000,
  },
  {
    ...row,
    code: 'RENT',
    name: 'Rent of land and buildings',
    rate_individual: 10,
    rate_other: 10,
    single_threshold: 50_000,
  },
  {
    ...row,
    code: 'GOODS',
    name: 'Purchase of goods',
    rate_individual: 0.1,
    rate_other: 0.1,
    rate_no_pan: 5,
    year_threshold: 5_000_000,
    only_excess: true,
  },
];
