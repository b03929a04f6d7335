import { expect, it } from 'vitest';
import { figuresOf } from './figures.rules';

it('counts orders by status and sums the totals of those not cancelled, to the paisa', () => {
  const orders = [
    { status: 'pending', total_amount: 0.1 },
    { status: 'pending', total_amount: 0.2 },
    { status: 'delivered', total_amount: 1000 },
    { status: 'cancelled', total_amount: 5000 },
  ] as const;
  expect(figuresOf(orders)).toEqual({ total: 4, pending: 2, delivered: 1, revenue: 1000.3 });
  expect(figuresOf([])).toEqual({ total: 0, pending: 0, delivered: 0, revenue: 0 });
});
