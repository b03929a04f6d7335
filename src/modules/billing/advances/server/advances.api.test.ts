import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { dayOf } from '~/kit/shared/time/days';
import type { CustomerAccount } from '~/modules/sales/customers/accounts.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { invoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import type { NumberSeries } from '~/modules/billing/invoices/number-series.fields';
import type { AdvancePreview } from '../advances.fields';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { deliveryFixture } from '~/modules/sales/deliveries/server/deliveries.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { type AdvanceFixture, openAdvanceFixture } from './advances.builders';

const test = fileServer();
let fixture: AdvanceFixture;
let early: { status: number; body: { code: string } };

beforeAll(async () => {
  early = await test.admin.post('/advances', {
    customer_id: 1,
    amount: 10,
    payment_method: 'cash',
  });
  fixture = await openAdvanceFixture(test.admin);
});

const refusal = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];
const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

const stands = async (id: number) => {
  const { status, adjusted_amount, refunded_amount, balance } = await fixture.read(id);
  return [status, adjusted_amount, refunded_amount, balance];
};

const readInvoice = async (id: number) =>
  (await test.admin.get<InvoiceWithLines>(`/invoices/${id}`)).body.data;

it('a company without GST has none', () => {
  expect(refusal(early)).toEqual([409, 'advance.needs_gst']);
});

describe('an advance on an order that is partly invoiced', () => {
  const bill = (order: OrderWithLines, unit_price: number, more: readonly object[] = []) =>
    makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
      customer_id: order.customer_id,
      order_id: order.id,
      status: 'pending',
      items: [
        {
          order_line_id: order.services[0]?.id,
          description: 'Half',
          quantity: 0.5,
          unit_price,
          hsn_code: '998719',
        },
        ...more,
      ],
    });
  const left = async (order: OrderWithLines, amount: number) => {
    const over = await fixture.post({ order_id: order.id, amount: sumOf([amount, 0.01]) });
    expect(refusal(over)).toEqual([400, 'advance.exceeds_order']);
    return (await fixture.post({ order_id: order.id, amount })).status;
  };

  it('is as much as its invoices will still charge, with freight and other prices', async () => {
    const order = await fixture.order();
    const { hsn_code, tax_class_id } = order.items[0] ?? {};
    const freight = {
      description: 'Freight',
      quantity: 1,
      unit_price: 300,
      hsn_code,
      tax_class_id,
    };
    await bill(order, 1000, [freight]);
    expect(await left(order, 826)).toBe(201);
    for (const price of [1500, 500]) {
      const other = await fixture.order();
      await bill(other, price);
      expect(await left(other, 826)).toBe(201);
    }
  });

  it('is not for what is invoiced at a lower price, nor for what is closed', async () => {
    const order = await fixture.order();
    const [item] = order.items;
    if (!item) throw new Error('The order has an item');
    await bill(order, 100);
    await bill(order, 100);
    expect(await left(order, 236)).toBe(201);
    const closed = await fixture.order();
    await deliveryFixture(test.admin, closed).ship(1);
    expect((await test.admin.post(`/orders/${closed.id}/close`)).status).toBe(200);
    expect(await left(closed, 1298)).toBe(201);
  });
});

describe('a receipt voucher', () => {
  it('has the tax of the services in it and none for goods, its own number and the same file forever', async () => {
    const order = await fixture.order();
    expect(order.total_amount).toBe(1416);
    const created = await fixture.make({
      order_id: order.id,
      amount: 708,
      reference_number: 'UTR 7',
    });
    expect(created).toMatchObject({
      customer_id: fixture.customer.id,
      order_number: order.order_number,
      advance_date: today(),
      status: 'open',
      balance: 708,
      supply_type: 'b2b',
      place_of_supply: '27',
      taxable_value: 618,
      cgst_amount: 45,
      sgst_amount: 45,
      igst_amount: 0,
    });
    expect(created.parts).toMatchObject([
      { kind: 'goods', tax_rate: 18, amount: 118, taxable_value: 118 },
      { kind: 'services', tax_rate: 18, amount: 590, taxable_value: 500, cgst_amount: 45 },
    ]);
    expect(created.voucher_number).toMatch(/^RV-\d\d-\d\d-\d{5}$/);
    const file = async () => (await test.admin.get(`/advances/${created.id}/pdf`)).content;
    const stored = await file();
    const [paper = ''] = await pagesOf(stored);
    for (const text of [
      'RECEIPT VOUCHER',
      created.voucher_number,
      order.order_number,
      'UTR 7',
      '₹708.00',
    ])
      expect(paper).toContain(text);
    await test.admin.put(`/customers/${fixture.customer.id}`, { contact_person: 'Somebody New' });
    await test.admin.put(`/advances/${created.id}`, { reference_number: 'UTR 8' });
    expect(await file()).toEqual(stored);
    expect((await test.admin.put(`/advances/${created.id}`, { amount: 1 })).status).toBe(400);
  });

  it.each([
    [{ supply: 'services' }, 100, [84.74, 7.63, 0]],
    [{ supply: 'services', tax_rate: 5 }, 105, [100, 2.5, 0]],
    [{ supply: 'goods' }, 118, [118, 0, 0]],
    [{}, 118, [100, 9, 0]],
  ])('of a customer without an order, %j of %d, has %j', async (patch, amount, sums) => {
    const sent = { customer_id: fixture.customer.id, amount, payment_method: 'cash', ...patch };
    const seen = await test.admin.post<object>('/advances/preview', sent);
    const { taxable_value, cgst_amount, igst_amount } = await fixture.make(sent);
    expect([taxable_value, cgst_amount, igst_amount]).toEqual(sums);
    expect([seen.status, seen.body.data]).toMatchObject([200, { taxable_value, cgst_amount }]);
  });

  it('warns of letters that its voucher cannot print', async () => {
    const sent = { customer_id: fixture.customer.id, amount: 100, payment_method: 'cash' };
    const notes = 'Paid in 𓀀, for ⌀ 40 mm';
    const { data } = (
      await test.admin.post<AdvancePreview>('/advances/preview', { ...sent, notes })
    ).body;
    expect(data.letters).toEqual(['𓀀']);
  });

  it('is refused for no one, for nothing, of a day ahead, and of another customer’s order', async () => {
    const order = await fixture.order();
    for (const [values, field] of [
      [{ amount: 10 }, 'customer_id'],
      [{ order_id: order.id, amount: 0 }, 'amount'],
      [{ order_id: order.id, amount: 1.005 }, 'amount'],
      [{ order_id: order.id, amount: 10, advance_date: '2999-01-01' }, 'advance_date'],
      [{ order_id: 99_999, amount: 10 }, 'order_id'],
    ] as const) {
      const response = await fixture.post(values);
      expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
    }
    const foreign = await fixture.post({
      order_id: order.id,
      customer_id: fixture.other.id,
      amount: 1,
    });
    expect(refusal(foreign)).toEqual([400, 'advance.customer_mismatch']);
    await fixture.move(order.id, 'cancelled');
    const late = await fixture.post({ order_id: order.id, amount: 10 });
    expect(refusal(late)).toEqual([409, 'advance.order_cancelled']);
  });

  it('takes no more than the order, also when two arrive at once, and leaves no gap', async () => {
    const order = await fixture.order();
    const all = await Promise.all(
      [900, 900, 900].map((amount) => fixture.post({ order_id: order.id, amount })),
    );
    const refused = all.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual([
      [400, 'advance.exceeds_order'],
      [400, 'advance.exceeds_order'],
    ]);
    await fixture.make({ order_id: order.id, amount: 516 });
    expect(refusal(await fixture.post({ order_id: order.id, amount: 0.01 }))).toEqual([
      400,
      'advance.exceeds_order',
    ]);
    const { body } = await test.admin.get<NumberSeries[]>('/invoices/number-series');
    const series = body.data.find((each) => each.series === 'receipt_voucher');
    expect(series?.gaps).toBe(0);
    const deleted = await test.admin.delete(`/orders/${order.id}`);
    expect(refusal(deleted)).toEqual([409, 'order.paid_in_advance']);
    expect(deleted.body.details[0]?.record?.type).toBe('advance');
  });
});

describe('an invoice', () => {
  it('of the order takes its advances when it is issued, oldest first, and gives them back with a payment', async () => {
    const order = await fixture.order();
    const [first, second] = [
      await fixture.make({ order_id: order.id, amount: 1000 }),
      await fixture.make({ order_id: order.id, amount: 416 }),
    ];
    const draft = await fixture.invoice(order, 'draft');
    expect(draft.paid_amount).toBe(0);
    const { body } = await invoiceFixture(test.admin, fixture.customer.id).setStatus(
      draft.id,
      'pending',
    );
    expect(body.data).toMatchObject({ status: 'paid', paid_amount: 1416, balance_due: 0 });
    expect(await stands(first.id)).toEqual(['settled', 1000, 0, 0]);
    const { adjustments } = await fixture.read(second.id);
    expect(adjustments).toMatchObject([
      { invoice_id: draft.id, amount: 416, invoice_number: body.data.invoice_number },
    ]);
    const payment = adjustments[0]?.payment_id ?? 0;
    const { data } = (await test.admin.get<Payment>(`/payments/${payment}`)).body;
    expect(data).toMatchObject({ advance_id: second.id, reference_number: second.voucher_number });
    await test.admin.put(`/payments/${payment}`, { status: 'failed' });
    expect(await stands(second.id)).toEqual(['open', 0, 0, 416]);
    expect((await readInvoice(draft.id)).balance_due).toBe(416);
    await fixture.refund(second.id, { amount: 400 });
    const again = await test.admin.put(`/payments/${payment}`, { status: 'completed' });
    expect(refusal(again)).toEqual([409, 'advance.spent']);
    expect(await stands(second.id)).toEqual(['open', 0, 400, 16]);
  });

  it('that a payment issues takes advances first, and the payment fits into what is left', async () => {
    const order = await fixture.order();
    await fixture.make({ order_id: order.id, amount: 1400 });
    const draft = await fixture.invoice(order, 'draft');
    const pay = (amount: number) =>
      test.admin.post<Payment>('/payments', {
        invoice_id: draft.id,
        amount,
        payment_method: 'cash',
        payment_date: today(),
      });
    expect(refusal(await pay(17))).toEqual([400, 'payment.exceeds_balance']);
    expect((await readInvoice(draft.id)).status).toBe('draft');
    expect((await pay(16)).status).toBe(201);
    expect(await readInvoice(draft.id)).toMatchObject({ status: 'paid', paid_amount: 1416 });
  });

  it('of the same customer takes an advance that is applied to it, as far as both go', async () => {
    const advance = await fixture.make({ customer_id: fixture.customer.id, amount: 500 });
    const order = await fixture.order();
    const draft = await fixture.invoice(order, 'draft');
    expect((await fixture.apply(advance.id, { invoice_id: draft.id })).status).toBe(400);
    const invoice = await fixture.invoice(await fixture.order());
    const too = await fixture.apply(advance.id, { invoice_id: invoice.id, amount: 501 });
    expect(refusal(too)).toEqual([409, 'advance.spent']);
    const two = await Promise.all(
      [1, 2].map(() => fixture.apply(advance.id, { invoice_id: invoice.id, amount: 300 })),
    );
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await fixture.apply(advance.id, { invoice_id: invoice.id })).status).toBe(200);
    expect(await stands(advance.id)).toEqual(['settled', 500, 0, 0]);
    expect(await readInvoice(invoice.id)).toMatchObject({
      status: 'partially_paid',
      balance_due: 916,
    });
    const gst = { supply: 'goods', payment_method: 'cash', amount: 5 };
    const other = await fixture.make({ customer_id: fixture.other.id, ...gst });
    expect(refusal(await fixture.apply(other.id, { invoice_id: invoice.id }))).toEqual([
      400,
      'advance.customer_mismatch',
    ]);
  });
});

describe('a refund', () => {
  it('gives back what is left with its own voucher, never more, also at once', async () => {
    const advance = await fixture.make({ customer_id: fixture.customer.id, amount: 1180 });
    const all = await Promise.all([1, 2].map(() => fixture.refund(advance.id, { amount: 700 })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await fixture.refund(advance.id)).status).toBe(201);
    expect(await stands(advance.id)).toEqual(['settled', 0, 1180, 0]);
    const { refunds } = await fixture.read(advance.id);
    expect(refunds.map(({ amount }) => amount)).toEqual([700, 480]);
    const { content } = await test.admin.get(
      `/advances/${advance.id}/refunds/${refunds[0]?.id}/pdf`,
    );
    const [paper = ''] = await pagesOf(content);
    for (const text of ['REFUND VOUCHER', advance.voucher_number, '₹593.22', '₹53.39', '₹700.00'])
      expect(paper).toContain(text);
    expect((await test.admin.get(`/advances/${advance.id}/refunds/99999/pdf`)).status).toBe(404);
  });

  it('needs its right; a user who may not read payments sees no advance', async () => {
    const { id } = await fixture.make({ customer_id: fixture.customer.id, amount: 10 });
    const all = { read: 'all', create: true, update: true, delete: true } as const;
    const clerk = await signInWith(test, { customers: { read: 'all' }, payments: all });
    const sent = { payment_method: 'cash' };
    expect((await clerk.client.post(`/advances/${id}/refunds`, sent)).status).toBe(403);
    expect((await clerk.client.get(`/advances/${id}`)).status).toBe(200);
    const outsider = await signInWith(test, { customers: { read: 'all' } });
    expect((await outsider.client.get(`/advances/${id}`)).status).toBe(403);
  });
});

it('a voucher made by mistake is cancelled, keeps its number and frees its order', async () => {
  const order = await fixture.order();
  const advance = await fixture.make({ order_id: order.id, amount: 1416 });
  const done = await fixture.cancel(advance.id);
  expect([done.status, done.body.data.balance]).toEqual([200, 0]);
  const { content } = await test.admin.get(`/advances/${advance.id}/pdf`);
  expect((await pagesOf(content)).join(' ')).toContain('CANCELLED');
  expect(refusal(await fixture.cancel(advance.id))).toEqual([409, 'advance.cancelled']);
  expect(refusal(await fixture.refund(advance.id, { amount: 1 }))).toEqual([
    409,
    'advance.cancelled',
  ]);
  expect((await fixture.invoice(order)).paid_amount).toBe(0);
});

it('is in the list, the history, the feed, the search and the timelines of its order and customer', async () => {
  const order = await fixture.order();
  const account = async () => {
    const path = `/customers/${fixture.customer.id}/account`;
    return (await test.admin.get<CustomerAccount>(path)).body.data.advances;
  };
  const before = await account();
  const { id, voucher_number } = await fixture.make({ order_id: order.id, amount: 100 });
  expect(await account()).toBe(sumOf([before, 100]));
  const seen = async (path: string) =>
    JSON.stringify((await test.admin.get<unknown>(path)).body.data);
  for (const path of [
    '/advances',
    `/history/advances/${id}`,
    '/activity',
    `/search?q=${voucher_number}`,
    `/orders/${order.id}/timeline`,
    `/customers/${fixture.customer.id}/timeline`,
  ])
    expect(await seen(path)).toContain(path.startsWith('/history') ? 'created' : voucher_number);
});
