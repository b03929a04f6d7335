import { expect, it } from 'vitest';
import type { ReceiptItem } from './goods-receipts.fields';
import {
  type ReceivedLine,
  readReceipt,
  readReturn,
  refusedLines,
  scannedInto,
  typedReceipt,
} from './typed-receipts.rules';

const line = (id: number, open_quantity: number): ReceivedLine => ({
  id,
  product_id: id,
  description: `Part ${id}`,
  sku_code: `P-${id}`,
  quantity: 10,
  unit: 'pcs',
  received_quantity: 10 - open_quantity,
  open_quantity,
});

const empty = { quantity: '', rejected: '', reason: '', lots: '', closes: false };

const item = (values: Partial<ReceiptItem>) =>
  ({
    id: 5,
    purchase_line_id: 1,
    description: 'Part 1',
    quantity: 4,
    rejected_quantity: 1,
    returned_quantity: 1,
    reject_reason: 'Bent',
    closes: true,
    lots: [{ lot_id: 3, lot_number: 'H-7', quantity: 3 }],
    ...values,
  }) as ReceiptItem;

it('starts with what is open, and of a draft with its lines', () => {
  const lines = [line(1, 4), line(2, 0)];
  const open = typedReceipt(lines, null);
  expect([open[1]?.quantity, open[2]?.quantity]).toEqual(['4', '']);
  expect(typedReceipt(lines, [item({})])[1]).toEqual({
    quantity: '4',
    rejected: '1',
    reason: 'Bent',
    lots: 'H-7 × 3',
    closes: true,
  });
});

it('reads lines with a quantity', () => {
  const lines = [line(1, 4), line(2, 3)];
  const typed = typedReceipt(lines, [item({})]);
  expect(readReceipt(lines, typed, '2026-12-01')).toEqual({
    items: [
      {
        purchase_line_id: 1,
        quantity: 4,
        rejected_quantity: 1,
        reject_reason: 'Bent',
        closes: true,
        lots: [{ lot_number: 'H-7', quantity: 3 }],
      },
    ],
    problems: {},
    wrong: null,
  });
  const of = (values: object) =>
    readReceipt(lines, { 1: { ...empty, quantity: '4', ...values } }, '2026-12-01').wrong;
  expect(of({ quantity: '' })).toBe('Please enter a quantity');
  expect(of({ quantity: 'x' })).toContain('Part 1: ');
  expect(of({ rejected: '5' })).toBe('Part 1: Not more can be rejected than came');
  expect(of({ rejected: '-1' })).toContain('Part 1: ');
});

it('names the input of each wrong line, and of each that is refused', () => {
  const lines = [line(1, 4), line(2, 3), line(3, 3)];
  const typed = {
    1: { ...empty, quantity: 'abc' },
    2: { ...empty, quantity: '3', rejected: '-3' },
    3: { ...empty, quantity: '2' },
  };
  const { items, problems, wrong } = readReceipt(lines, typed, '2026-12-01');
  expect(problems).toEqual({
    1: { at: 'quantity', wrong: 'Quantity must be a number' },
    2: { at: 'rejected', wrong: 'Rejected must be at least 0' },
  });
  expect([items.length, wrong]).toEqual([1, 'Part 1: Quantity must be a number']);
  const details = [
    { field: 'items.0.lots', message: 'Item 1: The lots hold 3' },
    { field: 'receipt_date', message: 'Date is wrong' },
  ];
  expect(refusedLines(details, items)).toEqual({ 3: { at: 'lots', wrong: 'The lots hold 3' } });
});

it('reads the days of new lots, and writes them again', () => {
  const lines = [line(1, 4)];
  const today = '2026-12-01';
  const lotsOf = (lots: string) =>
    readReceipt(lines, { 1: { ...empty, quantity: '4', lots } }, today).items[0]?.lots;
  const typed = 'Heat 7 x 3 made 1 Mar exp 31/3/27, B exp Sale × 1';
  const lots = [
    { lot_number: 'Heat 7', quantity: 3, made_on: '2026-03-01', expires_on: '2027-03-31' },
    { lot_number: 'B exp Sale', quantity: 1 },
  ];
  expect(lotsOf(typed)).toEqual(lots);
  const stored = lots.map((lot) => ({ lot_id: null, ...lot }));
  const again = typedReceipt(lines, [item({ lots: stored })])[1]?.lots ?? '';
  expect(again).toBe('Heat 7 × 3 made 1 Mar 2026 exp 31 Mar 2027, B exp Sale × 1');
  expect(lotsOf(again)).toEqual(lots);
});

it('takes no lot that expires before it is made', () => {
  const lots = 'Heat 7 x 4 made 2 Mar 2026 exp 1 Mar 2026';
  const { problems } = readReceipt(
    [line(1, 4)],
    { 1: { ...empty, quantity: '4', lots } },
    '2026-12-01',
  );
  const wrong = 'The lot expires before it is made. Correct one of the days.';
  expect(problems).toEqual({ 1: { at: 'lots', wrong } });
});

it('counts scanned goods from one', () => {
  const lines = [{ id: 1, codes: ['P-1', '890123'] }];
  const typed = typedReceipt([line(1, 4)], null);
  const first = scannedInto(typed, { lines, scanned: new Set(), code: ' p-1 ' });
  expect(first?.typed[1]?.quantity).toBe('1');
  const again = { lines, scanned: new Set([1]), code: '890123' };
  expect(scannedInto(first?.typed ?? {}, again)?.typed[1]?.quantity).toBe('2');
  expect(scannedInto(typed, { lines, scanned: new Set(), code: 'P-9' })).toBeNull();
});

it('reads what goes back', () => {
  const own = item({});
  const of = (quantity: string) => readReturn([own], { 5: { quantity, lots: '' } });
  expect(of('2')).toEqual({ items: [{ line_id: 5, quantity: 2, lots: null }], wrong: null });
  expect(of('3').wrong).toBe('Part 1: Only 2 can go back');
  expect(of('').wrong).toBe('Please enter a quantity');
  expect(of('x').wrong).toContain('Part 1: ');
});
