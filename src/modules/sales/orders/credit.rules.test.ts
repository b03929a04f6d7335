import { expect, it } from 'vitest';
import { creditText, isAboveCredit, takesCredit } from './credit.rules';

it.each([
  [{ credit_limit: null, left: null }, 1e9, false],
  [{ credit_limit: 100, left: 100 }, 100, false],
  [{ credit_limit: 100, left: 100 }, 100.01, true],
  [{ credit_limit: 0, left: 0 }, 0.01, true],
  [{ credit_limit: 100, left: -20 }, 1, true],
  [{ credit_limit: 1, left: 0.3 }, 0.3, false],
])('of %o an order of %d: above is %s', (credit, total, isAbove) => {
  expect(isAboveCredit(credit, total)).toBe(isAbove);
});

it('says what is left, never less than nothing', () => {
  const order = { company_name: 'Acme', total: 1180 };
  expect(creditText({ credit_limit: 100_000, left: 500 }, order)).toBe(
    'This order of ₹1,180.00 exceeds the credit limit of Acme: ₹500.00 of ₹1,00,000.00 is left',
  );
  expect(creditText({ credit_limit: 1000, left: -500 }, order)).toContain('₹0.00 of ₹1,000.00');
});

const order = { status: 'confirmed', customer_id: 1, total_amount: 100 } as const;

it.each([
  ['nothing changes', order, order, false],
  ['a lower total', order, { ...order, total_amount: 99 }, false],
  ['a higher total', order, { ...order, total_amount: 101 }, true],
  ['another customer', order, { ...order, customer_id: 2 }, true],
  ['a pending one is confirmed', { ...order, status: 'pending' } as const, order, true],
  ['a cancelled one is confirmed', { ...order, status: 'cancelled' } as const, order, true],
  ['it moves on', order, { ...order, status: 'shipped' } as const, false],
  ['it is cancelled', order, { ...order, status: 'cancelled', total_amount: 200 } as const, false],
])('%s', (_name, before, after, takes) => {
  expect(takesCredit(before, after)).toBe(takes);
});
