import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { LikelyDuplicate } from '~/modules/records/duplicates/duplicates.fields';
import type { Lead } from '../leads.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { leadBody } from './leads.builders';

const test = fileServer();

async function makeLead(values = {}): Promise<number> {
  const response = await test.admin.post<Lead>('/leads', leadBody(values));
  expect(response.status).toBe(201);
  return response.body.data.id;
}

describe('converting a lead', () => {
  it('creates the customer, marks the lead, and refuses further changes', async () => {
    const id = await makeLead({
      phone: '0120 4567 890',
      email: 'meera@sahyadri.example',
      address: 'Plot 4',
      city: 'Pune',
    });
    const response = await test.admin.post<{ lead: Lead; customer: Customer }>(
      `/leads/${id}/convert`,
    );
    expect(response.status).toBe(200);
    const { lead, customer } = response.body.data;
    expect(lead).toMatchObject({
      id,
      status: 'converted',
      stage_name: 'Won',
      converted_customer_id: customer.id,
    });
    expect(customer).toMatchObject({
      company_name: 'Sahyadri Castings',
      phone: '0120 4567 890',
      billing_address: 'Plot 4',
      city: 'Pune',
      is_active: true,
      customer_code: expect.stringMatching(/^CUST-\d{5}$/),
    });
    const again = await test.admin.post<{ lead: Lead; customer: Customer }>(`/leads/${id}/convert`);
    expect(again.status).toBe(409);
    expect(again.body.details[0]?.record).toEqual({
      type: 'customer',
      id: customer.id,
      label: 'Sahyadri Castings',
    });
    expect((await test.admin.put(`/leads/${id}`, { city: 'Goa' })).status).toBe(409);
    expect((await test.admin.put(`/leads/${id}/stage`, { current_stage_id: 1 })).status).toBe(409);
    expect((await test.admin.delete(`/leads/${id}`)).status).toBe(409);
  });

  it('takes no fields', async () => {
    const id = await makeLead();
    const response = await test.admin.post(`/leads/${id}/convert`, { surprise: 1 });
    expect([response.status, response.body.code]).toEqual([400, 'input.unknown_field']);
    expect(response.body.details).toEqual([
      { field: 'surprise', message: 'Unknown field "surprise"' },
    ]);
    expect((await test.admin.post(`/leads/${id}/convert`, {})).status).toBe(200);
  });

  it.each(['lost', 'inactive'] as const)('refuses a %s lead', async (status) => {
    const id = await makeLead({ status });
    expect(
      (await test.admin.post<{ lead: Lead; customer: Customer }>(`/leads/${id}/convert`)).status,
    ).toBe(409);
  });

  it.each(['active', 'contacted', 'qualified'] as const)(
    'converts a lead that is %s',
    async (status) => {
      const id = await makeLead({ status });
      expect(
        (await test.admin.post<{ lead: Lead; customer: Customer }>(`/leads/${id}/convert`)).status,
      ).toBe(200);
    },
  );

  it('happens once when asked twice at the same moment', async () => {
    const id = await makeLead();
    const responses = await Promise.all(
      [1, 2, 3].map(() =>
        test.admin.post<{ lead: Lead; customer: Customer }>(`/leads/${id}/convert`),
      ),
    );
    expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
  });

  it('answers a repeated Idempotency-Key as the first time, also when both arrive at once', async () => {
    const id = await makeLead();
    const headers = { 'idempotency-key': `convert-${id}` };
    const responses = await Promise.all(
      [1, 2].map(() => test.admin.post(`/leads/${id}/convert`, undefined, headers)),
    );
    expect(responses.map((response) => response.status)).toEqual([200, 200]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    const other = await makeLead();
    expect((await test.admin.post(`/leads/${other}/convert`, undefined, headers)).status).toBe(409);
  });

  it('becomes an existing customer, and makes no other', async () => {
    const customer = await makeCustomer(test.admin, { company_name: 'Known Castings' });
    const before = (await test.admin.get<Customer[]>('/customers')).body.data.length;
    const id = await makeLead();
    const convert = (customer_id: number) =>
      test.admin.post<{ lead: Lead; customer: Customer }>(`/leads/${id}/convert`, { customer_id });
    expect((await convert(customer.id + 1000)).body).toMatchObject({
      details: [{ field: 'customer_id', message: 'Customer not found' }],
    });
    const { body } = await convert(customer.id);
    expect(body.data.lead).toMatchObject({
      status: 'converted',
      converted_customer_id: customer.id,
    });
    expect(body.data.customer).toEqual(customer);
    expect((await test.admin.get<Customer[]>('/customers')).body.data).toHaveLength(before);
  });

  it('becomes no inactive customer', async () => {
    const company_name = 'Closed Castings';
    const { id: customer_id } = await makeCustomer(test.admin, { company_name });
    await test.admin.put(`/customers/${customer_id}`, { is_active: false });
    const id = await makeLead({ company_name });
    const likely = await test.admin.get<LikelyDuplicate[]>(
      `/duplicates/likely?type=customers&name=${encodeURIComponent(company_name)}`,
    );
    expect(likely.body.data[0]?.detail).toMatch(/ · inactive$/);
    const response = await test.admin.post(`/leads/${id}/convert`, { customer_id });
    expect([response.status, response.body]).toMatchObject([
      409,
      {
        code: 'lead.customer_inactive',
        error:
          'The customer Closed Castings is inactive. Make it active first, or choose another one.',
        details: [{ record: { type: 'customer', id: customer_id } }],
      },
    ]);
  });
});
