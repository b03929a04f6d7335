import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { DuplicateRecords, LikelyDuplicate } from '../duplicates.fields';

const test = fileServer();

async function groups(type: string, caller = test.admin): Promise<[string[], string[]][]> {
  const response = await caller.get<DuplicateRecords[]>(`/duplicates?type=${type}`);
  expect(response.status).toBe(200);
  return response.body.data.map(({ why, records }) => [why, records.map(({ label }) => label)]);
}

it('customers with the same tax ID, email, phone or a name that sounds alike are groups with why', async () => {
  const gstin = '27AAPFU0939F1ZV';
  for (const values of [
    { company_name: 'Shree Ganesh Traders Pvt. Ltd.', phone: '+91 98220 11111' },
    { company_name: 'Sri Ganesh Traders', email: 'a@one.example' },
    { company_name: 'Nova Fasteners', email: 'A@One.example', gstin },
    { company_name: 'Phoenix Alloys', gstin },
    { company_name: 'Kaveri Tools', phone: '+91 98220 22222' },
    { company_name: 'Rukmini Gears', phone: '9822022222' },
  ]) {
    await makeCustomer(test.admin, values);
  }
  expect(await groups('customers')).toEqual([
    [['Same phone'], ['Kaveri Tools', 'Rukmini Gears']],
    [
      ['Same tax ID', 'Same email', 'Names sound alike'],
      ['Shree Ganesh Traders Pvt. Ltd.', 'Sri Ganesh Traders', 'Nova Fasteners', 'Phoenix Alloys'],
    ],
  ]);
});

it('leads are compared while they are open, products by barcode and name', async () => {
  await makeLead(test.admin, { company_name: 'Fenix Castings', email: 'p@f.example' });
  await makeLead(test.admin, { company_name: 'Phoenix Casting', email: 'P@f.example' });
  expect(await groups('leads')).toEqual([[['Same email'], ['Fenix Castings', 'Phoenix Casting']]]);
  await makeProduct(test.admin, { product_name: 'Hex Bolt M8', barcode: '8901', sku_code: 'HB-8' });
  await makeProduct(test.admin, { product_name: 'Washer', barcode: '8901', sku_code: 'WS-1' });
  await makeProduct(test.admin, { product_name: 'Hex Bolt  M8', sku_code: 'HB-8A' });
  await makeProduct(test.admin, { product_name: 'Hex Bolt M10', sku_code: 'HB-10' });
  expect(await groups('products')).toEqual([
    [
      ['Same barcode', 'Names sound alike'],
      ['Hex Bolt M8', 'Washer', 'Hex Bolt  M8'],
    ],
  ]);
});

it('names that differ in a doubled digit are not alike, in a doubled letter they are', async () => {
  await makeProduct(test.admin, { product_name: 'Circuit Breaker 10 A', sku_code: 'CB-10' });
  await makeProduct(test.admin, { product_name: 'Circuit Breaker 100 A', sku_code: 'CB-100' });
  await makeProduct(test.admin, { product_name: 'Copper Sleeve 22', sku_code: 'CS-22' });
  await makeProduct(test.admin, { product_name: 'Coper Sleeve 22', sku_code: 'CS-22B' });
  await makeProduct(test.admin, { product_name: 'Copper Sleeve 2', sku_code: 'CS-2' });
  expect((await groups('products')).map(([, names]) => names)).toEqual([
    ['Copper Sleeve 22', 'Coper Sleeve 22'],
    ['Hex Bolt M8', 'Washer', 'Hex Bolt  M8'],
  ]);
});

it('what is typed is compared with what is there, the surest first, but not with itself', async () => {
  const first = await makeCustomer(test.admin, {
    company_name: 'Godrej & Boyce Ltd',
    phone: '+91 22 6796 1700',
  });
  const second = await makeCustomer(test.admin, { company_name: 'Other', email: 'x@y.example' });
  const ask = async (query: Record<string, string>) => {
    const typed = new URLSearchParams({ type: 'customers', ...query });
    const response = await test.admin.get<LikelyDuplicate[]>(`/duplicates/likely?${typed}`);
    return response.body.data.map(({ id, why }) => [id, why]);
  };
  const typed = { name: 'Godrej and Boyse', phone: '2267961700', email: 'X@Y.example' };
  expect(await ask(typed)).toEqual([
    [second.id, ['Same email']],
    [first.id, ['Same phone', 'Names sound alike']],
  ]);
  expect(await ask({ ...typed, except: String(second.id), name: '' })).toEqual([
    [first.id, ['Same phone']],
  ]);
  expect(await ask({})).toEqual([]);
  const contact = { name: 'Asha Rao', email: 'asha@boyce.example', phone: '98200 55555' };
  expect((await test.admin.post(`/customers/${first.id}/contacts`, contact)).status).toBe(201);
  expect(await ask({ email: 'ASHA@boyce.example', phone: '+91 98200 55555' })).toEqual([
    [first.id, ['Same email', 'Same phone']],
  ]);
  await test.admin.put(`/customers/${first.id}`, { email: 'asha@boyce.example' });
  expect(await ask({ email: 'asha@boyce.example' })).toEqual([[first.id, ['Same email']]]);
});

it('no one is informed of records that they may not read', async () => {
  const { client } = await signInWith(test, {
    leads: { read: 'own' },
    customers: { read: 'none' },
  });
  const secret = { company_name: 'Hidden Works', email: 'h@hidden.example' };
  await makeLead(test.admin, secret);
  await makeLead(test.admin, { ...secret, company_name: 'Hidden Two' });
  expect(await groups('leads', client)).toEqual([]);
  const likely = await client.get<LikelyDuplicate[]>(
    '/duplicates/likely?type=leads&email=h@hidden.example',
  );
  expect(likely.body.data).toEqual([]);
  expect((await client.get('/duplicates?type=customers')).status).toBe(403);
  expect((await client.get('/duplicates?type=orders')).status).toBe(400);
  expect((await client.get('/duplicates')).status).toBe(400);
});
