import { expect, it } from 'vitest';
import { amounts, filtersOf } from './kind-filters';

const [filter] = filtersOf<{ amount: number }, unknown>({}, { amount: amounts('amount') });
const bands = filter?.choices as readonly { value: string; label: string }[];

it('names the bands of rupees as the specification does', () => {
  expect(bands.map(({ value, label }) => [value, label])).toEqual([
    ['under-1000', 'Under ₹1,000'],
    ['1000-5000', '₹1,000 to under ₹5,000'],
    ['5000-10000', '₹5,000 to under ₹10,000'],
    ['10000-50000', '₹10,000 to under ₹50,000'],
    ['over-50000', '₹50,000 and above'],
  ]);
});

it.each([
  [0, 'under-1000'],
  [999.99, 'under-1000'],
  [1000, '1000-5000'],
  [5000, '5000-10000'],
  [49_999.99, '10000-50000'],
  [50_000, 'over-50000'],
])('₹%s is in the band %s alone', (amount, value) => {
  const found = bands.filter((band) => filter?.test({ amount }, band.value, undefined));
  expect(found.map((band) => band.value)).toEqual([value]);
});
