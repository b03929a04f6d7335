import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { WholeBill } from '../bills.fields';
import { makeBill } from './bills.builders';

const test = fileServer();

beforeAll(() => test.admin.put('/settings', { order_tax_rate: 18 }));

const today = dayOf(new Date(), 'Asia/Kolkata');
const read = async (id: number) => (await test.admin.get<WholeBill>(`/bills/${id}`)).body.data;
const credit = (bill: WholeBill, items: object[], more: object = {}) =>
  test.admin.post<WholeBill>(`/bills/${bill.id}/credit`, {
    items: items.map((item) => ({ bill_line_id: bill.items[0]?.id, ...item })),
    bill_number: `CN-${bill.id}-${JSON.stringify(items).length}`,
    ...more,
  });
const cancel = (id: number) =>
  test.admin.put<WholeBill>(`/bills/${id}/status`, { status: 'cancelled' });

describe('a credit', () => {
  it('lowers the balance of its bill, and is cancelled', async () => {
    const bill = await makeBill(test.admin, { status: 'open' });
    const sent = await credit(bill, [{ reason: 'returned', quantity: 1 }], { notes: 'Broken' });
    expect(sent.status).toBe(201);
    const created = sent.body.data;
    expect(created).toMatchObject({
      kind: 'credit',
      corrects_id: bill.id,
      vendor_id: bill.vendor_id,
      bill_date: today,
      status: 'paid',
      subtotal: 500,
      tax_amount: 90,
      total_amount: 590,
      credited_amount: 590,
      balance_due: 0,
      notes: 'Broken',
      items: [
        {
          of_line_id: bill.items[0]?.id,
          credit_reason: 'returned',
          quantity: 1,
          taxable_value: 500,
        },
      ],
    });
    expect(await read(bill.id)).toMatchObject({
      status: 'partially_paid',
      credited_amount: 590,
      balance_due: 590,
    });
    expect((await cancel(bill.id)).body).toMatchObject({
      code: 'bill.has_credits',
      details: [{ record: { type: 'bill', id: created.id, label: created.voucher_number } }],
    });
    expect((await credit(created, [{ reason: 'returned', quantity: 1 }])).body.code).toBe(
      'bill.booked',
    );
    expect((await cancel(created.id)).body.data).toMatchObject({ status: 'cancelled' });
    expect(await read(bill.id)).toMatchObject({
      status: 'open',
      credited_amount: 0,
      balance_due: 1180,
    });
    expect((await cancel(bill.id)).status).toBe(200);
  });

  it('in parts takes all of the tax, and no more than the line', async () => {
    const items = [{ description: 'A', quantity: 3, unit_price: 33.33 }];
    const bill = await makeBill(test.admin, { items, status: 'open' });
    let total = 0;
    for (const amount of [33.33, 33.33, 33.33]) {
      const { data } = (
        await credit(bill, [{ reason: 'price', amount }], { bill_number: undefined })
      ).body;
      expect(data.bill_number).toBe(data.voucher_number);
      total += data.total_amount;
    }
    expect(total.toFixed(2)).toBe(bill.total_amount.toFixed(2));
    expect(await read(bill.id)).toMatchObject({ status: 'paid', balance_due: 0 });
    const more = await credit(bill, [{ reason: 'price', amount: 1 }]);
    expect(more.status).toBe(409);
    expect(more.body.code).toBe('bill.already_credited');
  });

  it('is once for a key, and has its own number', async () => {
    const bill = await makeBill(test.admin, { status: 'open' });
    const send = (key: string, number: string) =>
      test.admin.post<WholeBill>(
        `/bills/${bill.id}/credit`,
        {
          items: [{ bill_line_id: bill.items[0]?.id, reason: 'price', amount: 1 }],
          bill_number: number,
        },
        { 'idempotency-key': key },
      );
    const one = await send('credit-1', 'CN/01');
    expect((await send('credit-1', 'CN/01')).body.data.id).toBe(one.body.data.id);
    expect((await send('credit-2', 'cn / 1')).body.code).toBe('bill.number_exists');
  });

  it.each([
    [[{ reason: 'returned' }], 'items.0.quantity'],
    [[{ reason: 'returned', quantity: 3 }], 'items.0.quantity'],
    [[{ reason: 'price' }], 'items.0.amount'],
    [[{ reason: 'price', amount: 1000.01 }], 'items.0.amount'],
    [[{ reason: 'gift', amount: 1 }], 'items.0.reason'],
    [[{ reason: 'price', amount: 1, bill_line_id: 999_999 }], 'items.0.bill_line_id'],
    [
      [
        { reason: 'price', amount: 1 },
        { reason: 'price', amount: 1 },
      ],
      'items.1.bill_line_id',
    ],
    [[], 'items'],
  ])('is refused with %j', async (items, field) => {
    const bill = await makeBill(test.admin, { status: 'open' });
    const sent = await credit(bill, items);
    expect(sent.status).toBe(400);
    expect(sent.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('is neither before its bill nor in the future, nor of a draft', async () => {
    const bill = await makeBill(test.admin, { status: 'open' });
    const of = (bill_date: string) => credit(bill, [{ reason: 'price', amount: 1 }], { bill_date });
    expect((await of(addDays(today, 1))).status).toBe(400);
    expect((await of(addDays(today, -1))).status).toBe(400);
    const draft = await makeBill(test.admin);
    expect((await credit(draft, [{ reason: 'price', amount: 1 }])).body.code).toBe('bill.is_draft');
  });

  it('does not give tax under reverse charge back', async () => {
    const bill = await makeBill(test.admin, { reverse_charge: true, status: 'open' });
    const { data } = (await credit(bill, [{ reason: 'price', amount: 100 }])).body;
    expect(data).toMatchObject({ total_amount: 118, payable_amount: 100, credited_amount: 100 });
    expect((await read(bill.id)).balance_due).toBe(900);
  });
});
