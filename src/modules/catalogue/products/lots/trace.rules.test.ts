import { describe, expect, it } from 'vitest';
import { customersOf, followLot, nodeOf, type TraceStep, vendorsOf } from './trace.rules';

const step = (from: number, to = from, values: Partial<TraceStep> = {}): TraceStep => ({
  from,
  to,
  kind: 'production',
  id: to,
  number: `MO-${to}`,
  date: '2026-04-01',
  quantity: 2,
  party: null,
  isRead: true,
  ...values,
});

const among = (steps: readonly TraceStep[]) => (lots: readonly number[]) =>
  Promise.resolve(steps.filter(({ from }) => lots.includes(from)));

const sold = (id: number, values: Partial<TraceStep> = {}) =>
  step(1, 1, {
    kind: 'delivery',
    number: `DC-${id}`,
    party: { type: 'customer', id, name: `Customer ${id}` },
    ...values,
  });

describe('following a lot', () => {
  it('names the node before each one', async () => {
    const { steps, isPartial } = await followLot(
      1,
      among([step(1, 2), step(1, 3), step(3, 4), step(4)]),
    );
    expect(steps.map(({ depth, parent, to }) => [depth, parent, to])).toEqual([
      [1, null, 2],
      [1, null, 3],
      [2, 1, 4],
      [3, 2, 4],
    ]);
    expect(isPartial).toBe(false);
  });

  it('ends where a lot leads back to one before it', async () => {
    const { steps } = await followLot(1, among([step(1, 2), step(2, 1)]));
    expect(steps).toHaveLength(2);
  });

  it.each([
    ['20 levels are whole', 20, 20, false],
    ['of 21 levels 20', 21, 20, true],
  ])('%s', async (_what, levels, shown, partial) => {
    const chain = Array.from({ length: levels }, (_, at) => step(at + 1, at + 2));
    const { steps, isPartial } = await followLot(1, among(chain));
    expect([steps.length, isPartial]).toEqual([shown, partial]);
  });

  it.each([
    [5000, false],
    [5001, true],
  ])('of %d nodes at most 5,000', async (count, partial) => {
    const many = Array.from({ length: count }, (_, at) => sold(at + 1));
    const { steps, isPartial } = await followLot(1, among(many));
    expect([steps.length, isPartial]).toEqual([5000, partial]);
  });
});

describe('who got a lot', () => {
  it('adds up by customer, and names no one that the person may not read', () => {
    const steps = [sold(2), sold(1), sold(2, { number: 'DC-9' }), sold(3, { isRead: false })];
    expect(customersOf(steps)).toEqual([
      { customer_id: 1, name: 'Customer 1', quantity: 2, documents: ['DC-1'] },
      { customer_id: 2, name: 'Customer 2', quantity: 4, documents: ['DC-2', 'DC-9'] },
      { customer_id: null, name: null, quantity: 2, documents: [] },
    ]);
    expect(vendorsOf(steps)).toEqual([]);
  });

  it('leaves number and party of hidden documents out', () => {
    const lot = { product_id: 7, product_name: 'Coil', lot_id: 1, lot_number: 'A', unit: 'kg' };
    const hidden = { ...sold(3, { isRead: false }), depth: 1, parent: null };
    expect(nodeOf(hidden, lot)).toMatchObject({ number: null, id: null, party_name: null });
    expect(nodeOf({ ...hidden, isRead: true }, lot)).toMatchObject({
      number: 'DC-3',
      party_id: 3,
      lot_number: 'A',
    });
  });
});
