import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { Customer, NewCustomer } from '../customers.fields';
import { customerBody } from './customers.builders';

const test = fileServer();

async function makeCustomer(values: NewCustomer = {}): Promise<Customer> {
  const response = await test.admin.post<Customer>('/customers', customerBody(values));
  expect(response).toMatchObject({ status: 201, body: { success: true } });
  return response.body.data;
}

describe('deleting a customer', () => {
  it('takes an inactive one without orders and invoices, once', async () => {
    const { id } = await makeCustomer();
    const active = await test.admin.delete(`/customers/${id}`);
    expect(active.status).toBe(409);
    expect(active.body.error).toBe(
      'An active customer cannot be deleted. Make the customer inactive first.',
    );
    await test.admin.put(`/customers/${id}`, { is_active: false });
    const responses = await Promise.all([1, 2].map(() => test.admin.delete(`/customers/${id}`)));
    expect(statusesOf(responses)).toEqual([200, 404]);
    expect((await test.admin.get(`/customers/${id}`)).status).toBe(404);
  });

  it('is refused while an invoice uses the customer, and names the invoice', async () => {
    const { id } = await makeCustomer({ is_active: false });
    const { rows } = await test.server.database.pool.query<{ id: number; invoice_number: string }>(
      `insert into invoices (customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
         total_amount, created_at, updated_at)
       values ($1, '2026-11-21', '2026-12-21', 100, 18, 18, 118, now(), now())
       returning id, invoice_number`,
      [id],
    );
    const response = await test.admin.delete(`/customers/${id}`);
    expect(response.status).toBe(409);
    expect(response.body.error).toBe('This customer has 1 invoice and cannot be deleted');
    const record = { type: 'invoice', id: rows[0]?.id, label: rows[0]?.invoice_number };
    expect(response.body.details).toEqual([{ message: expect.any(String), record }]);
    await test.server.database.pool.query('delete from invoices where customer_id = $1', [id]);
    expect((await test.admin.delete(`/customers/${id}`)).status).toBe(200);
  });

  it('leaves the lead that it came from, without a customer', async () => {
    const body = {
      company_name: 'Kaveri Looms',
      contact_person: 'Ravi Iyer',
      phone: '0120 456 7890',
    };
    const lead = await test.admin.post<{ id: number }>('/leads', body);
    const path = `/leads/${lead.body.data.id}`;
    const { customer } = (await test.admin.post<{ customer: Customer }>(`${path}/convert`)).body
      .data;
    expect(customer).toMatchObject({ phone: '0120 456 7890', order_count: 0 });
    await test.admin.put(`/customers/${customer.id}`, { is_active: false });
    expect((await test.admin.delete(`/customers/${customer.id}`)).status).toBe(200);
    const after = await test.admin.get<{ status: string; converted_customer_id: number | null }>(
      path,
    );
    expect(after.body.data).toMatchObject({ status: 'converted', converted_customer_id: null });
  });
});

describe('the list', () => {
  it('comes newest first with an ETag, 304 while nothing changed, and a new tag when something did', async () => {
    const older = await makeCustomer();
    const newer = await makeCustomer();
    const first = await test.admin.get<Customer[]>('/customers');
    const ids = first.body.data.map((customer) => customer.id);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await test.admin.get('/customers', headers)).status).toBe(304);
    await test.admin.put(`/customers/${older.id}`, { city: 'Surat' });
    expect((await test.admin.get('/customers', headers)).status).toBe(200);
  });

  it('is refused without a session, as is every other call', async () => {
    const outsider = test.server.client();
    const { id } = await makeCustomer();
    const responses = await Promise.all([
      outsider.get('/customers'),
      outsider.get(`/customers/${id}`),
      outsider.post('/customers', customerBody()),
      outsider.put(`/customers/${id}`, { city: 'Pune' }),
      outsider.delete(`/customers/${id}`),
    ]);
    expect(new Set(statusesOf(responses))).toEqual(new Set([401]));
  });
});

it('writes each change into the activity log, with user, before and after', async () => {
  const { id } = await makeCustomer();
  await test.admin.put(`/customers/${id}`, { is_active: false });
  await test.admin.delete(`/customers/${id}`);
  const log = await test.server.database.pool.query(
    `select action, message, before, after from activity
     where type = 'customer' and record_id = $1 order by id`,
    [id],
  );
  expect(log.rows).toMatchObject([
    { action: 'created', before: null },
    {
      action: 'updated',
      message: 'Godavari Forgings: Status',
      before: { is_active: true },
      after: { is_active: false },
    },
    { action: 'deleted', after: null },
  ]);
});
