import { untaxedDocument } from '~/modules/sales/documents/print/tax-documents.builders';
import { beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';

const test = ownServer();
let customer: Customer;

beforeAll(async () => {
  const lead = await test.admin.post<Lead>('/leads', leadBody());
  const created = await test.admin.post<{ customer: Customer }>(
    `/leads/${lead.body.data.id}/convert`,
  );
  customer = created.body.data.customer;
});

interface Values {
  number?: string;
  status?: string;
  total?: number;
  paid?: number;
  due?: string;
}

async function insertInvoice(values: Values = {}): Promise<number> {
  const { number = null, status = 'draft', total = 118, paid = 0, due = '2026-12-21' } = values;
  const result = await test.server.database.pool.query<{ id: number }>(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, terms_conditions,
       subtotal, tax_rate, tax_amount, total_amount, paid_amount, status, created_at, updated_at)
     values ($1, $2, '2026-11-21', $3, 'Net 30 days', 100, 18, 18, $4, $5, $6, now(), now()) returning id`,
    [number, customer.id, due, total, paid, status],
  );
  return result.rows[0]?.id ?? 0;
}

it('lists invoices newest first, with their customer, what was paid and what is left', async () => {
  expect((await test.admin.get('/invoices')).body).toEqual({ success: true, data: [] });
  const draft = await insertInvoice();
  const issued = await insertInvoice({
    number: 'INV-26-27-00001',
    status: 'partially_paid',
    paid: 18.5,
  });
  const { data } = (await test.admin.get<Invoice[]>('/invoices')).body;
  expect(data.map((each) => [each.id, each.invoice_number])).toEqual([
    [issued, 'INV-26-27-00001'],
    [draft, `DRAFT-${draft}`],
  ]);
  expect(data[0]).toEqual({
    custom: {},
    customer_phone: null,
    port_code: null,
    shipping_bill_date: null,
    shipping_bill_number: null,
    id: issued,
    workspace_id: null,
    invoice_number: 'INV-26-27-00001',
    customer_id: customer.id,
    customer_name: 'Sahyadri Castings',
    order_id: null,
    invoice_date: '2026-11-21',
    due_date: '2026-12-21',
    terms_conditions: 'Net 30 days',
    notes: null,
    reference: null,
    delivery_id: null,
    delivery_terms: null,
    subtotal: 100,
    tax_rate: 18,
    tax_amount: 18,
    ...untaxedDocument,
    total_amount: 118,
    paid_amount: 18.5,
    total_paid: 18.5,
    credited_amount: 0,
    debited_amount: 0,
    customer_credit: 0,
    balance_due: 99.5,
    paid_on: null,
    held_amount: 0,
    written_off_amount: 0,
    tds_amount: 0,
    has_irn: false,
    status: 'partially_paid',
    item_count: 0,
    is_disputed: false,
    is_opening: false,
    dispute_note: null,
    promised_on: null,
    was_sent: false,
    reserved_number: null,
    mail_status: null,
    mail_error: null,
    mailed_at: null,
    created_by: null,
    created_by_name: 'System',
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect((await test.admin.get<Invoice>(`/invoices/${issued}`)).body.data).toEqual({
    ...data[0],
    items: [],
  });
  expect((await test.admin.get('/invoices/999999')).status).toBe(404);
  expect((await test.admin.get('/invoices/abc')).status).toBe(400);
});

it('keeps a list of invoices until they or their customers change', async () => {
  await insertInvoice();
  const etag = (await test.admin.get('/invoices')).headers.get('etag') ?? '';
  expect((await test.admin.get('/invoices', { 'if-none-match': etag })).status).toBe(304);
  await test.server.database.pool.query(
    `update customers set company_name = 'Sahyadri Foundry' where id = $1`,
    [customer.id],
  );
  const renamed = await test.admin.get<Invoice[]>('/invoices', { 'if-none-match': etag });
  expect(renamed.status).toBe(200);
  expect(renamed.body.data[0]?.customer_name).toBe('Sahyadri Foundry');
});

it.each<[string, Values]>([
  ['an issued one without a number', { status: 'sent' }],
  ['a draft with a number of the series', { number: 'INV-26-27-00009' }],
  ['a due date before its own date', { due: '2026-11-20' }],
  ['a status that is none', { number: 'X-2', status: 'lost' }],
])('the database has no invoice with %s', async (_what, values) => {
  await expect(insertInvoice(values)).rejects.toThrow(/check constraint/);
});

it('the database has no number twice', async () => {
  await insertInvoice({ number: 'X-3', status: 'sent' });
  await expect(insertInvoice({ number: 'X-3', status: 'sent' })).rejects.toThrow(/unique/);
});

it('lists payments newest first, with their invoice and customer', async () => {
  expect((await test.admin.get('/payments')).body).toEqual({ success: true, data: [] });
  const invoice = await insertInvoice({ number: 'X-4', status: 'partially_paid', paid: 18 });
  const ids: number[] = [];
  for (const method of ['cash', 'bank_transfer']) {
    const result = await test.server.database.pool.query<{ id: number }>(
      `insert into payments (invoice_id, payment_method, amount, payment_date, created_at, updated_at)
       values ($1, $2, 9, '2026-11-21', now(), now()) returning id`,
      [invoice, method],
    );
    ids.push(result.rows[0]?.id ?? 0);
  }
  const { data } = (await test.admin.get<{ id: number }[]>('/payments')).body;
  expect(data.map((each) => each.id)).toEqual(ids.toReversed());
  expect(data[0]).toMatchObject({
    invoice_id: invoice,
    invoice_number: 'X-4',
    customer_name: 'Sahyadri Foundry',
    payment_method: 'bank_transfer',
    amount: 9,
    payment_date: '2026-11-21',
    reference_number: null,
    notes: null,
    status: 'completed',
  });
  expect((await test.admin.get(`/payments/${ids[0]}`)).body.data).toEqual(data[1]);
});

it('shows neither to a stranger', async () => {
  for (const path of ['/invoices', '/invoices/1', '/payments', '/payments/1']) {
    expect((await test.server.client().get(path)).status).toBe(401);
  }
});
