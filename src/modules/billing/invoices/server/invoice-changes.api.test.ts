import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

describe('changing an invoice', () => {
  it('changes the whole of a draft, and its totals follow', async () => {
    const draft = await fixture.make();
    const response = await fixture.put(draft.id, {
      items: [
        ...draft.items,
        { description: 'Freight', quantity: 0.5, unit_price: 10.01, line_total: 5.01 },
      ],
      notes: 'Two lines',
      updated_at: draft.updated_at,
    });
    expect(response.status, response.body.error).toBe(200);
    expect(response.body.data).toMatchObject({
      item_count: 2,
      subtotal: 105.01,
      tax_rate: 18,
      tax_amount: 18.9,
      total_amount: 123.91,
      balance_due: 123.91,
      notes: 'Two lines',
    });
    expect(response.body.data.items.map((line) => line.description)).toEqual([
      'Flange DN 50',
      'Freight',
    ]);
    expect(
      (await fixture.put(draft.id, { notes: 'late', updated_at: draft.updated_at })).status,
    ).toBe(409);
  });

  it('keeps a given tax amount while the taxed amount stays the same', async () => {
    const body = { tax_rate: undefined, tax_amount: 12.34 };
    const draft = await fixture.make({
      ...body,
      items: [{ description: 'x', quantity: 1, unit_price: 1000 }],
    });
    expect(draft).toMatchObject({ tax_rate: 1.23, tax_amount: 12.34 });
    const { customer_id, items, subtotal, tax_rate, tax_amount, total_amount } = draft;
    const whole = { customer_id, items, subtotal, tax_rate, tax_amount, total_amount, notes: 'x' };
    const same = await fixture.put(draft.id, whole);
    expect(same.body.data).toMatchObject({ tax_amount: 12.34, notes: 'x' });
    const five = await fixture.put(draft.id, { tax_rate: 5 });
    expect(five.body.data).toMatchObject({ tax_amount: 50, total_amount: 1050 });
    const amount = await fixture.put(draft.id, { tax_amount: 100 });
    expect(amount.body.data).toMatchObject({ tax_rate: 10, total_amount: 1100 });
  });

  it('counts a change of its lines alone as a change', async () => {
    const draft = await fixture.make();
    const items = [{ description: 'Other words', quantity: 2, unit_price: 50 }];
    const changed = (await fixture.put(draft.id, { items })).body.data;
    expect(changed.updated_at > draft.updated_at).toBe(true);
    expect((await fixture.put(draft.id, { items })).body.data.updated_at).toBe(changed.updated_at);
  });

  it.each([
    ['invoice_date', '2026-01-01'],
    ['items', [{ description: 'Other', quantity: 1, unit_price: 1 }]],
    ['tax_rate', 5],
    ['paid_amount', 118],
    ['order_id', 1],
  ])('fixes %s once it is issued', async (name, value) => {
    const issued = await fixture.make({ status: 'pending' });
    const response = await fixture.put(issued.id, { [name]: value });
    expect(response.status).toBe(409);
    expect(response.body.error).toMatch(/ cannot be changed: this invoice has been issued$/);
    expect(response.body.details[0]?.field).toBe(name);
    expect(await fixture.read(issued.id)).toEqual(issued);
  });

  it('takes what is fixed when it comes as it was, with due date, terms and notes', async () => {
    const issued = await fixture.make({ status: 'sent' });
    const { customer_id, order_id, invoice_date, items, ...others } = issued;
    const { subtotal, tax_rate, tax_amount, total_amount, paid_amount, balance_due } = others;
    const amounts = { subtotal, tax_rate, tax_amount, total_amount, paid_amount, balance_due };
    const form = { customer_id, order_id, invoice_date, items, status: issued.status, ...amounts };
    const response = await fixture.put(issued.id, {
      ...form,
      due_date: addDays(today(), 3),
      terms_conditions: 'Net 3 days',
      notes: 'Sooner',
    });
    expect(response.status, response.body.error).toBe(200);
    expect(response.body.data).toMatchObject({
      due_date: addDays(today(), 3),
      terms_conditions: 'Net 3 days',
      notes: 'Sooner',
      status: 'sent',
    });
  });

  it('takes a due date from today on, and one in the past only as it was', async () => {
    const draft = await fixture.make({ invoice_date: '2026-01-01', due_date: '2026-01-15' });
    const past = await fixture.put(draft.id, { due_date: addDays(today(), -1) });
    expect([past.status, past.body.error]).toEqual([
      400,
      'Due date should be today or in the future',
    ]);
    expect((await fixture.put(draft.id, { due_date: '2026-01-15', notes: 'x' })).status).toBe(200);
    expect((await fixture.put(draft.id, { due_date: today() })).status).toBe(200);
    expect((await fixture.put(draft.id, { due_date: 'soon' })).status).toBe(400);
    const before = await fixture.put(draft.id, { invoice_date: addDays(today(), 1) });
    expect(before.body.error).toBe('Due date cannot be before the invoice date');
  });

  it('lets one of two who change the same version at once win', async () => {
    const { id, updated_at } = await fixture.make();
    const responses = await Promise.all(
      ['a', 'b'].map((notes) => fixture.put(id, { notes, updated_at })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
  });
});
