import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  emptyOrderLine,
  hasLines,
  isSameForm,
  typedTotals,
} from '~/modules/sales/documents/lines/lines-form.rules';
import { emptyOrder, orderDocument } from './order-form.rules';
import { typedProblems } from '~/modules/sales/documents/lines/lines-problems.rules';
import { bodyOf } from '~/modules/sales/documents/lines/lines-body.rules';

const today = '2026-11-21';

describe('the form of a new order', () => {
  const line = emptyOrderLine(1);

  it('says first what a person is to do first', () => {
    const first = (typed: ReturnType<typeof emptyOrder>) =>
      typedProblems(orderDocument, typed, { before: null, today })[0]?.message;
    const empty = emptyOrder(null);
    expect(first(empty)).toBe('Please select a customer');
    const withCustomer = emptyOrder({ id: 7, company_name: 'Deccan Pumps' });
    expect(first(withCustomer)).toBe('Please add at least one item to the order');
    const withItem = { ...withCustomer, items: [{ ...line, quantity: '2', unit_price: '' }] };
    expect(first(withItem)).toBe('Item 1: Please select a product');
    const chosen = {
      ...withItem,
      items: [{ ...line, product_id: 3, quantity: '1', unit_price: '-1' }],
    };
    expect(first(chosen)).toBe('Item 1: Unit price must be 0 or greater');
  });

  const services = [
    { ...emptyOrderLine(12), description: 'AMC', service_id: 5, unit_price: '1000' },
  ];
  const customer = { id: 7, company_name: 'Deccan Pumps' };

  it('begins with one empty line, which is not an order on its own', () => {
    const empty = emptyOrder(customer);
    expect(empty.items).toHaveLength(1);
    expect(empty.items[0]).toMatchObject({ product_id: null, quantity: '1', unit_price: '' });
    expect(hasLines(empty)).toBe(false);
    expect(typedProblems(orderDocument, empty, { before: null, today })).toEqual([
      { field: 'items', message: 'Please add at least one item to the order' },
    ]);
  });

  it('drops a line that no one touched', () => {
    const empty = emptyOrder(customer);
    const served = { ...empty, services };
    expect(hasLines(served)).toBe(true);
    expect(typedProblems(orderDocument, served, { before: null, today })).toEqual([]);
    expect(bodyOf(orderDocument, served, { rate: 10, before: null, isGst: false })).toMatchObject({
      items: [],
      services: [{ service_id: 5, total_price: 1000 }],
      total_amount: 1100,
    });
    const second = { ...line, key: 2, product_id: 3, quantity: '4', unit_price: '200' };
    const filled = { ...empty, items: [...empty.items, second] };
    expect(typedProblems(orderDocument, filled, { before: null, today })).toEqual([]);
    expect(bodyOf(orderDocument, filled, { rate: 10, before: null, isGst: false })).toMatchObject({
      items: [{ product_id: 3, quantity: 4 }],
      subtotal: 800,
    });
  });

  it('names a line by its position in the form, even if lines before it are dropped', () => {
    const empty = emptyOrder(customer);
    const second = { ...line, key: 2, product_id: 3, quantity: '4', unit_price: '-1' };
    const problems = typedProblems(
      orderDocument,
      { ...empty, items: [...empty.items, second] },
      { before: null, today },
    );
    expect(problems).toEqual([
      { field: 'items.1.unit_price', message: 'Item 2: Unit price must be 0 or greater' },
    ]);
  });

  it.each([
    { product_id: 3, description: 'Bearing' },
    { quantity: '2' },
    { quantity: 'x' },
    { unit_price: '0' },
    { notes: 'Blue' },
  ])('does not drop a line with %j', (typed) => {
    const empty = emptyOrder(customer);
    const items = empty.items.map((item) => ({ ...item, ...typed }));
    expect(hasLines({ ...empty, items })).toBe(true);
    expect(isSameForm({ ...empty, items }, empty)).toBe(false);
  });

  it('is as it was with one empty line, with none and with two', () => {
    const empty = emptyOrder(customer);
    expect(isSameForm({ ...empty, items: [] }, empty)).toBe(true);
    expect(isSameForm({ ...empty, items: [...empty.items, ...empty.items] }, empty)).toBe(true);
    expect(isSameForm({ ...empty, notes: 'Gate 4' }, empty)).toBe(false);
  });

  it('always adds up', () => {
    const typedLine = fc.record({ quantity: fc.string(), unit_price: fc.string() });
    fc.assert(
      fc.property(fc.array(typedLine), fc.integer({ min: 0, max: 100 }), (lines, rate) => {
        const items = lines.map((each, key) => ({ ...line, ...each, key }));
        const totals = typedTotals(
          orderDocument,
          { ...emptyOrder(null), items },
          { rate, before: null },
        );
        return totals.total_amount === sumOf([totals.subtotal, totals.tax_amount]);
      }),
    );
  });
});
