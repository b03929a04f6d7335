import { expect, it } from 'vitest';
import { lineText } from './historyLine';

const price = { unit_price: 12.5 };
const terms = {
  description: 'Rod',
  vendor_sku: null,
  unit: 'kg',
  factor: 1,
  price: 12.5,
  min_quantity: null,
  multiple: null,
  lead_days: null,
  is_preferred: false,
};

it.each([
  ['an item', { quantity: 2, description: 'Bolt', ...price }, '2 × Bolt at ₹12.50'],
  ['a gift', { quantity: 2, description: 'Bolt', unit_price: 0 }, '2 × Bolt at ₹0.00'],
  ['moved goods', { quantity: 2, description: 'Bolt', unit: 'pcs' }, '2 × Bolt'],
  [
    'received goods',
    { quantity: 10, description: 'Rod', rejected_quantity: 0, unit: 'kg' },
    '10 × Rod',
  ],
  [
    'received goods with rejected ones',
    { quantity: 10, description: 'Rod', rejected_quantity: 3, unit: 'kg' },
    '10 × Rod, 3 rejected',
  ],
  ['a charge', { description: 'Freight', amount: 5 }, 'Freight ₹5.00'],
  [
    'a lower price',
    { description: 'Rod', quantity: null, unit_price: 100, line_total: 100 },
    'Rod ₹100.00',
  ],
  ['terms', terms, 'Rod at ₹12.50 per kg'],
  ['terms by the box', { ...terms, unit: 'box', factor: 12 }, 'Rod at ₹12.50 per box of 12'],
  ['terms without a price', { ...terms, price: null }, 'Rod per kg'],
  [
    'terms with everything',
    { ...terms, vendor_sku: 'R-1', min_quantity: 5, multiple: 5, lead_days: 1, is_preferred: true },
    'Rod at ₹12.50 per kg, vendor SKU R-1, minimum 5, multiples of 5, lead time 1 day, preferred',
  ],
  [
    'a price by quantity',
    { description: 'Bolt', from_quantity: 10, ...price },
    'Bolt from 10 at ₹12.50',
  ],
  ['a discount limit', { description: 'Sales', percent: 0 }, 'Sales: 0 %'],
  [
    'a discounted item',
    { quantity: 2, description: 'Bolt', ...price, line_total: 20 },
    '2 × Bolt at ₹12.50, total ₹20.00',
  ],
  [
    'an ordered item',
    {
      quantity: 2,
      description: 'Rod',
      unit: 'kg',
      ...price,
      expected_date: '2026-11-21',
      notes: null,
    },
    '2 × Rod at ₹12.50 per kg, expected 21 Nov 2026',
  ],
  [
    'an offered item',
    { quantity: 2, description: 'Bolt', ...price, is_option: true, notes: 'Black' },
    '2 × Bolt at ₹12.50, option, “Black”',
  ],
])('says of %s what it has', (_kind, line, text) => {
  expect(lineText(line)).toBe(text);
});
