import { expect, it } from 'vitest';
import {
  emptyPurchaseLine,
  emptyPurchaseOrder,
  ofProduct,
  purchaseBody,
  purchaseProblems,
} from './purchase-form.rules';

const prices = { decimals: 2, existing: [] } as const;
const vendor = { id: 3, company_name: 'Deccan Steel' };
const typed = (own: object = {}) => ({
  ...emptyPurchaseOrder('2026-11-30', vendor),
  items: [{ ...emptyPurchaseLine(-1), product_id: 8, description: 'Bar', unit_price: '5', ...own }],
});

it('asks for a vendor, a description and numbers', () => {
  const fieldsOf = (form: ReturnType<typeof typed>) =>
    purchaseProblems(form, prices).map(({ field }) => field);
  expect(fieldsOf(typed())).toEqual([]);
  expect(fieldsOf({ ...typed(), vendor_id: null })).toEqual(['vendor_id']);
  expect(fieldsOf(typed({ product_id: null, description: ' ' }))).toEqual(['items.0.description']);
  expect(fieldsOf(typed({ quantity: '0', unit_price: '' }))).toEqual([
    'items.0.quantity',
    'items.0.unit_price',
  ]);
  expect(fieldsOf(typed({ stock_quantity: '-1' }))).toEqual(['items.0.stock_quantity']);
});

it.each([
  ['', 'Item 1: Unit price must be 0 or greater'],
  ['-1', 'Item 1: Unit price must be 0 or greater'],
  ['1e5', 'Item 1: Unit price must be a number'],
])('says what is wrong with the price "%s"', (unit_price, message) => {
  expect(purchaseProblems(typed({ unit_price }), prices)[0]?.message).toBe(message);
});

it('sends what was typed, and leaves the rest to the server', () => {
  const body = purchaseBody(typed({ unit: 'kg', quantity: '2.5' }), { rate: 18, isGst: false });
  expect(body).toMatchObject({
    vendor_id: 3,
    location_id: null,
    tax_rate: 18,
    expected_date: null,
  });
  expect(body.items).toEqual([
    {
      product_id: 8,
      description: 'Bar',
      quantity: 2.5,
      unit_price: 5,
      unit: 'kg',
      stock_quantity: null,
      expected_date: null,
      notes: null,
    },
  ]);
});

it('fills in the terms of the vendor, else the cost of the product', () => {
  const product = { unit_of_measure: 'pcs', cost_price: 12.5 };
  expect(ofProduct(product, { unit: 'box', price: 110 })).toMatchObject({
    unit: 'box',
    unit_price: '110',
  });
  expect(ofProduct(product, undefined)).toMatchObject({ unit: 'pcs', unit_price: '12.5' });
  expect(ofProduct({ ...product, cost_price: null }, undefined)).toMatchObject({ unit_price: '' });
});
