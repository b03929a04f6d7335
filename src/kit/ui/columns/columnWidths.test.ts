import { expect, it } from 'vitest';
import { formatMoney } from '~/kit/shared/money/money';
import { columnWidths } from './columnWidths';
import type { Column } from './tableColumn';

interface Row {
  name: string;
  amount: number | null;
}

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', width: 100, text: ({ name }) => name },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'right',
    sortValue: ({ amount }) => amount,
    text: ({ amount }) => (amount === null ? '' : formatMoney(amount, 'INR')),
  },
];
const rowsOf = (...amounts: (number | null)[]): Row[] =>
  amounts.map((amount) => ({ name: 'A name that is much too long for its column', amount }));

it.each([
  ['no rows', [], 120],
  ['usual amounts', [5, null, 99_999.5], 120],
  ['an amount of ten crore', [5, 999_999_999.99], 126],
  ['an amount of a hundred crore', [11_800_000_000, 5], 145],
  ['an amount below zero', [-999_999_999.99, 999_999_999.99], 134],
])('a column of amounts is as wide as %s', (_what, amounts, width) => {
  const widths = columnWidths(columns, rowsOf(...amounts));
  expect(widths.map((each) => each.width)).toEqual([100, width]);
});

it('a column shrinks to its least width, but never below its largest amount', () => {
  const shrinking = columns.map((column) => ({ ...column, least: 80 }));
  const leasts = columnWidths(shrinking, rowsOf(999_999_999.99)).map(({ least }) => least);
  expect(leasts).toEqual([80, 126]);
});
