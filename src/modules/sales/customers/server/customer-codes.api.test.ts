import { expect, it } from 'vitest';
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

it('a customer code is the one that was sent, unique without regard to case, and the refusal names whose it is', async () => {
  const holder = await makeCustomer({ company_name: 'Holder Works', customer_code: 'GF-7' });
  const response = await test.admin.post('/customers', customerBody({ customer_code: ' gf-7 ' }));
  expect(response.status).toBe(409);
  expect(response.body.error).toBe('The customer code gf-7 belongs to Holder Works');
  expect(response.body.details).toEqual([
    {
      field: 'customer_code',
      message: 'The customer code gf-7 belongs to Holder Works',
      record: { type: 'customer', id: holder.id, label: 'Holder Works' },
    },
  ]);
  const other = await makeCustomer();
  const change = await test.admin.put(`/customers/${other.id}`, { customer_code: 'Gf-7' });
  expect(change.status).toBe(409);
  expect(change.body.details[0]?.record?.id).toBe(holder.id);
  const own = await test.admin.put<Customer>(`/customers/${holder.id}`, { customer_code: 'gf-7' });
  expect(own.body.data.customer_code).toBe('gf-7');
  const none = await test.admin.put(`/customers/${holder.id}`, { customer_code: ' ' });
  expect(none.body.error).toBe('Customer Code is required');
});

it('of several users who want a customer code at once one gets it, and the others see which customer has it', async () => {
  const responses = await Promise.all(
    ['RACE-1', 'race-1', 'Race-1'].map((customer_code) =>
      test.admin.post<Customer>('/customers', customerBody({ customer_code })),
    ),
  );
  expect(statusesOf(responses)).toEqual([201, 409, 409]);
  const winner = responses.find((response) => response.status === 201)?.body.data.id;
  for (const { body } of responses.filter((response) => response.status === 409)) {
    expect(body.details[0]?.record?.id).toBe(winner);
  }
});

it('the code given is different for each of many made at once, and steps over codes taken by hand', async () => {
  const { customer_code } = await makeCustomer();
  const next = Number(customer_code.slice(5)) + 1;
  const taken = `cust-${String(next).padStart(5, '0')}`;
  await makeCustomer({ customer_code: taken });
  const created = await Promise.all(Array.from({ length: 8 }, () => makeCustomer()));
  const codes = new Set(created.map((each) => each.customer_code.toLowerCase()));
  expect(codes.size).toBe(8);
  expect(codes.has(taken)).toBe(false);
});

it('the code given continues behind the hundred thousandth', async () => {
  await test.server.database.pool.query(`select setval('customer_code_numbers', 99998)`);
  const codes: string[] = [];
  for (let count = 0; count < 3; count += 1) codes.push((await makeCustomer()).customer_code);
  expect(codes).toEqual(['CUST-99999', 'CUST-100000', 'CUST-100001']);
});
