import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lotsOfLine, lotsText, readTypedLots, serialsOf, shareLots } from './lots.rules';

describe('a range of serial numbers', () => {
  it.each([
    ['SN-001..SN-003', ['SN-001', 'SN-002', 'SN-003']],
    ['A9-B ..A9-B', ['A9-B', 'A9-B'].slice(1)],
    ['7', ['7']],
    ['X09Y..X11Y', ['X09Y', 'X10Y', 'X11Y']],
  ])('%s is %j', (text, numbers) => {
    expect(serialsOf(text)).toEqual({ numbers });
  });

  it.each([
    'SN-003..SN-001',
    'SN-1..SN-10',
    '0001..1001',
    'SN-0A1..SN-0B2',
    '..5',
    '1..2..3',
    'A..B',
  ])('%s is none', (text) => {
    expect(serialsOf(text)).toHaveProperty('problem');
  });

  it('has as many numbers of one length as lie between its ends', () => {
    const end = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(end, end, fc.constantFrom('', 'SN-', 'A1-'), (one, other, prefix) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const name = (number: number) => `${prefix}${String(number).padStart(3, '0')}`;
        const found = serialsOf(`${name(first)}..${name(last)}`);
        const numbers = 'numbers' in found ? found.numbers : [];
        expect(numbers).toHaveLength(last - first + 1);
        expect([numbers[0], numbers.at(-1)]).toEqual([name(first), name(last)]);
      }),
    );
  });
});

const line = (tracking: 'none' | 'lot' | 'serial', quantity: number) => ({
  product_name: 'Coil',
  tracking,
  quantity,
});

it.each([
  [line('lot', 5), [{ lot_number: 'A' }], [5]],
  [
    line('lot', 5),
    [
      { lot_number: 'A', quantity: 2 },
      { lot_id: 7, quantity: 3 },
    ],
    [2, 3],
  ],
  [line('serial', 3), [{ lot_number: 'S1..S2' }, { lot_id: 7 }], [1, 1, 1]],
])('the lots of %j: %j', (of, sent, quantities) => {
  const found = lotsOfLine(of, sent);
  expect('lots' in found && found.lots.map(({ quantity }) => quantity)).toEqual(quantities);
});

it.each([
  [line('none', 5), [{ lot_number: 'A' }], 'not tracked'],
  [line('lot', 5), [{ lot_number: 'A', quantity: 4 }], 'add up to 4, not to 5'],
  [
    line('lot', 5),
    [
      { lot_number: 'A', quantity: 2 },
      { lot_number: 'a', quantity: 3 },
    ],
    'twice',
  ],
  [line('lot', 5), [{ lot_number: 'A', lot_id: 7, quantity: 5 }], 'lot_id or by lot_number'],
  [line('lot', 5), [{ lot_number: 'A' }, { lot_number: 'B', quantity: 1 }], 'quantity is required'],
  [line('serial', 2), [{ lot_number: 'S1', quantity: 2 }], 'is one serial number, not 2'],
  [line('serial', 2), [{ lot_id: 7, quantity: 2 }], 'quantity 1'],
])('wrong lots of %j: %j', (of, sent, text) => {
  const found = lotsOfLine(of, sent);
  expect('problem' in found && found.problem).toContain(text);
});

it('what a document took is shared among its lines, named lots first', () => {
  const moved = [
    { product_id: 1, lot_id: 1, lot_number: 'A', quantity: 4 },
    { product_id: 1, lot_id: 2, lot_number: 'B', quantity: 5 },
  ];
  const named = [{ lot_id: 2, lot_number: 'B', quantity: 3 }];
  const lines = [
    { id: 1, product_id: 1, quantity: 6, lots: null },
    { id: 2, product_id: 1, quantity: 3, lots: named },
    { id: 3, product_id: 2, quantity: 3, lots: null },
  ];
  expect(shareLots(lines, moved)).toEqual([
    {
      id: 1,
      lots: [
        { lot_id: 1, lot_number: 'A', quantity: 4 },
        { lot_id: 2, lot_number: 'B', quantity: 2 },
      ],
    },
    { id: 2, lots: named },
    { id: 3, lots: null },
  ]);
});

it.each([
  ['', []],
  ['Heat 7 x 4, B×2.5', [{ lot_number: 'Heat 7', quantity: 4 }, { lot_number: 'B×2.5' }]],
  [
    'Heat 7 × 4 , SN-1..SN-3,',
    [{ lot_number: 'Heat 7', quantity: 4 }, { lot_number: 'SN-1..SN-3' }],
  ],
])('typed lots %j are %j', (text, lots) => {
  expect(readTypedLots(text)).toEqual(lots);
});

it('lots are named with their quantities, serial numbers alone', () => {
  const lot = (lot_number: string, quantity: number) => ({ lot_id: 1, lot_number, quantity });
  expect(lotsText([lot('A', 4), lot('B', 1)])).toBe('A × 4, B × 1');
  expect(lotsText([lot('S1', 1), lot('S2', 1)])).toBe('S1, S2');
  expect(lotsText(null)).toBe('');
});
