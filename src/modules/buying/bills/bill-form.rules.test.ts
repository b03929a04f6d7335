import { expect, it } from 'vitest';
import { billBodyOf, emptyBill, emptyBillLine } from './bill-form.rules';

it('sends the days of lots that are received along', () => {
  const today = '2026-12-01';
  const line = { ...emptyBillLine(1), product_id: 7, quantity: '6', unit_price: '10' };
  const typed = {
    ...emptyBill(today),
    books: true,
    receives: true,
    items: [{ ...line, lots: 'A x 4 exp 31 Mar 2027, B x 2' }],
  };
  const { items } = billBodyOf(typed, { rate: 18, isGst: false, isNew: true, today });
  expect(items[0]).toMatchObject({
    lots: [
      { lot_number: 'A', quantity: 4, expires_on: '2027-03-31' },
      { lot_number: 'B', quantity: 2 },
    ],
  });
});
