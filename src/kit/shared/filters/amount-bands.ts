import { formatMoney } from '~/kit/shared/money/money';

export interface RupeeBand {
  value: string;
  label: string;
  bounds: { from?: number; below?: number };
}

export type Limits = readonly [number, ...number[]];

/** Those of the amounts of documents. */
export const amountLimits: Limits = [1000, 5000, 10_000, 50_000];

/** Bands of rupees that meet at rising `limits`: "Under ₹100", "₹100 to under ₹500", "₹500 and above". */
export function bandsBetween(limits: Limits): readonly RupeeBand[] {
  const rupees = (limit: number) => formatMoney(limit, 'INR', 0);
  const [first, ...others] = limits;
  const last = others.at(-1) ?? first;
  const between = others.map((below, index) => {
    const from = limits[index] ?? first;
    const label = `${rupees(from)} to under ${rupees(below)}`;
    return { value: `${from}-${below}`, label, bounds: { from, below } };
  });
  return [
    { value: `under-${first}`, label: `Under ${rupees(first)}`, bounds: { below: first } },
    ...between,
    { value: `over-${last}`, label: `${rupees(last)} and above`, bounds: { from: last } },
  ];
}
