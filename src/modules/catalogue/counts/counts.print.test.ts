import { expect, it } from 'vitest';
import { countPrintDocument, type SheetLine } from './counts.print';

const count = {
  count_number: 'SC-26-27-00001',
  count_date: '2026-11-26',
  location_name: 'Main',
  category_name: null,
  status: 'draft',
  created_by_name: 'Asha Rao',
} as const;
const line: SheetLine = {
  sku_code: 'GP-75',
  product_name: 'Gear pump',
  lot_number: null,
  unit: 'each',
  book_quantity: 10,
  counted_quantity: null,
  difference: null,
};

const tableOf = (status: 'draft' | 'posted', lines: SheetLine[], isHidden = false) => {
  const { table } = countPrintDocument({ ...count, status }, lines, {
    company: 'Deccan',
    isHidden,
  });
  return [table?.columns.map(({ label }) => label), ...(table?.rows ?? [])];
};

it.each([
  [
    'what is to be counted',
    tableOf('draft', [line]),
    ['SKU', 'Product', 'Unit', 'Book', 'Counted'],
    ['GP-75', 'Gear pump', 'each', '10', ''],
  ],
  [
    'nothing that should be there, of a blind count',
    tableOf('draft', [line], true),
    ['SKU', 'Product', 'Unit', 'Counted'],
    ['GP-75', 'Gear pump', 'each', ''],
  ],
  [
    'lots and differences of a posted one',
    tableOf('posted', [{ ...line, lot_number: 'L1', counted_quantity: 8, difference: -2 }]),
    ['SKU', 'Product', 'Lot', 'Unit', 'Book', 'Counted', 'Difference'],
    ['GP-75', 'Gear pump', 'L1', 'each', '10', '8', '-2'],
  ],
])('a count sheet has %s', (_what, table, ...expected) => {
  expect(table).toEqual(expected);
});
