import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { Customer, NewCustomer } from '../customers.fields';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { customerBody } from './customers.builders';

const test = fileServer();

async function makeCustomer(values: NewCustomer = {}): Promise<Customer> {
  const response = await test.admin.post<Customer>('/customers', customerBody(values));
  expect(response).toMatchObject({ status: 201, body: { success: true } });
  return response.body.data;
}

async function countCustomers(): Promise<number> {
  return (await test.admin.get<Customer[]>('/customers')).body.data.length;
}

/** What both a new customer and a changed one are refused for (docs/product/customers.md#fields). */
const refusals: [values: Record<string, unknown>, field: string, message: string | RegExp][] = [
  [{ company_name: '' }, 'company_name', 'Company name is required'],
  [{ company_name: null }, 'company_name', 'Company name is required'],
  [{ company_name: ' A ' }, 'company_name', 'Company name must be at least 2 characters'],
  [{ company_name: 'x'.repeat(101) }, 'company_name', 'Company Name cannot exceed 100 characters'],
  [{ company_name: ['Acme'] }, 'company_name', 'Company Name must be text'],
  [{ contact_person: '' }, 'contact_person', 'Contact person name is required'],
  [{ contact_person: 'B' }, 'contact_person', 'Contact person name is required'],
  [{ email: 'asha@' }, 'email', 'Please enter a valid email address'],
  [{ phone: '0120 4567890' }, 'phone', 'Please enter a valid phone number'],
  [{ phone: '+1 234 567 890 123 456 7' }, 'phone', 'Please enter a valid phone number'],
  [{ phone: 919820012345 }, 'phone', 'Phone must be text'],
  [{ website: 'godavari.example' }, 'website', 'Please enter a valid website URL'],
  [{ website: 'javascript:alert(1)' }, 'website', 'Please enter a valid website URL'],
  [{ gstin: '27AAPFU0939F1Z' }, 'gstin', 'GSTIN must be 15 letters and digits'],
  [{ credit_limit: -0.01 }, 'credit_limit', 'Credit limit must be a positive number'],
  [{ credit_limit: '5' }, 'credit_limit', 'Credit limit must be a positive number'],
  [{ credit_limit: 1.005 }, 'credit_limit', 'Credit Limit cannot have more than two decimals'],
  [{ credit_limit: 1e15 }, 'credit_limit', 'Credit Limit cannot exceed 999,999,999,999'],
  [{ employee_count: 1.5 }, 'employee_count', 'Employees must be a whole number'],
  [{ payment_terms: 'net_90' }, 'payment_terms', /^Payment Terms must be one of net_15/],
  [{ company_size: 'tiny' }, 'company_size', /^Company Size must be one of small/],
  [{ is_active: 'false' }, 'is_active', 'Status must be true or false'],
  [{ industry: 'a\u0000b' }, 'industry', 'Industry contains characters that cannot be stored'],
  [{ order_count: 3 }, 'order_count', 'Unknown field "order_count"'],
  [{ id: 7 }, 'id', 'Unknown field "id"'],
  [{ created_at: '2026-01-01T00:00:00Z' }, 'created_at', 'Unknown field "created_at"'],
  [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
];

const detailOf = (field: string, message: string | RegExp) => ({
  field,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});

describe('creating a customer', () => {
  it('trims, keeps empty text as null, completes the website and gives a code', async () => {
    const created = await makeCustomer({
      company_name: '  Godavari Forgings ',
      email: '',
      phone: '+91 (982) 001-2345',
      website: 'www.godavari.example',
      credit_limit: 145_678.67,
      payment_terms: 'net_30',
      gstin: '27 aapfu-0939f 1zw',
    });
    expect(created).toMatchObject({
      company_name: 'Godavari Forgings',
      email: null,
      phone: '+91 (982) 001-2345',
      website: 'https://www.godavari.example',
      credit_limit: 145_678.67,
      payment_terms: 'net_30',
      // Its check digit is wrong, which the form only warns of.
      gstin: '27AAPFU0939F1ZW',
      is_active: true,
      order_count: 0,
      customer_code: expect.stringMatching(/^CUST-\d{5}$/),
    });
    expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await test.admin.get<Customer>(`/customers/${created.id}`)).body.data).toEqual(created);
    const list = (await test.admin.get<Customer[]>('/customers')).body.data;
    expect(list[0]).toEqual(created);
  });

  it.each(refusals)('refuses %j and makes nothing', async (values, field, message) => {
    const before = await countCustomers();
    const response = await test.admin.post('/customers', { ...customerBody(), ...values });
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual(detailOf(field, message));
    expect(await countCustomers()).toBe(before);
  });

  it('names every missing field, and refuses what is not a customer at all', async () => {
    const empty = await test.admin.post('/customers', {});
    expect(empty.body.details.map((each) => each.field)).toEqual([
      'company_name',
      'contact_person',
    ]);
    const headers = { 'content-type': 'application/json' };
    for (const body of ['[]', 'null', '"text"', '{"company_name":'])
      expect((await test.admin.send('POST', '/customers', body, headers)).status).toBe(400);
  });

  it('keeps hostile text exactly as it was typed', async () => {
    const hostile = `<script>alert('1')</script> "; drop table customers; -- \u202eabc 🏭 ₹\nline`;
    expect((await makeCustomer({ billing_address: hostile })).billing_address).toBe(hostile);
  });
});

describe('changing a customer', () => {
  it('changes one field and answers the whole record', async () => {
    const { id } = await makeCustomer({ city: 'Pune' });
    const response = await test.admin.put<Customer>(`/customers/${id}`, { is_active: false });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ id, city: 'Pune', is_active: false });
    const cleared = await test.admin.put<Customer>(`/customers/${id}`, { city: '  ' });
    expect(cleared.body.data.city).toBeNull();
  });

  it('refuses each wrong value and leaves the record as it was', async () => {
    const created = await makeCustomer();
    for (const [values, field, message] of refusals) {
      const response = await test.admin.put(`/customers/${created.id}`, {
        city: 'Nashik',
        ...values,
      });
      expect(response.body.details).toContainEqual(detailOf(field, message));
      expect(response.status).toBe(400);
    }
    expect((await test.admin.get<Customer>(`/customers/${created.id}`)).body.data).toEqual(created);
  });

  it('checks only values that changed: a stored one that is no longer taken stays', async () => {
    const lead = await makeRecord<{ id: number }>(test.admin, '/leads', {
      company_name: 'Landline Works',
      contact_person: 'Meera Kulkarni',
      phone: '022-12345678',
    });
    const converted = await test.admin.post<{ customer: Customer }>(`/leads/${lead.id}/convert`);
    const { customer } = converted.body.data;
    const path = `/customers/${customer.id}`;
    const whole = await test.admin.put<Customer>(path, { ...customer, city: 'Nashik' });
    expect([whole.status, whole.body.data.city]).toEqual([200, 'Nashik']);
    expect(whole.body.data.phone).toBe('022-12345678');
    const same = await test.admin.put<Customer>(path, { phone: '022-12345678' });
    expect(same.status).toBe(200);
    const other = await test.admin.put<Customer>(path, { phone: '022-12345679' });
    expect(other.status).toBe(400);
    expect(other.body.details).toEqual([
      { field: 'phone', message: 'Please enter a valid phone number' },
    ]);
  });

  it('refuses a change made on an older version, and shows the newer one', async () => {
    const { id, updated_at } = await makeCustomer();
    expect((await test.admin.put(`/customers/${id}`, { city: 'Pune', updated_at })).status).toBe(
      200,
    );
    const late = await test.admin.put<Customer>(`/customers/${id}`, { city: 'Goa', updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
    expect(late.body.data.city).toBe('Pune');
    expect((await test.admin.put(`/customers/${id}`, { updated_at: 'yesterday' })).status).toBe(
      400,
    );
  });

  it('lets one of two who change the same version at once win', async () => {
    const { id, updated_at } = await makeCustomer();
    const responses = await Promise.all(
      ['Pune', 'Goa'].map((city) => test.admin.put(`/customers/${id}`, { city, updated_at })),
    );
    expect(statusesOf(responses)).toEqual([200, 409]);
  });

  it('says 404 for a customer that is not there and 400 for an id that is none', async () => {
    for (const id of ['999999', '99999999999']) {
      expect((await test.admin.get(`/customers/${id}`)).status).toBe(404);
      expect((await test.admin.put(`/customers/${id}`, { city: 'Pune' })).status).toBe(404);
      expect((await test.admin.delete(`/customers/${id}`)).status).toBe(404);
    }
    expect((await test.admin.get('/customers/abc')).status).toBe(400);
  });
});
