import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Customer } from '../customers.fields';
import { customerBody, makeCustomer } from './customers.builders';

const test = fileServer();
const gstin = '27AAPFU0939F1ZV';
const mistyped = '27AAPFU0939F1ZW';

it('a customer’s GSTIN fills in the state, which cannot be another one', async () => {
  const created = await makeCustomer(test.admin, { gstin, gst_category: 'regular' });
  expect(created).toMatchObject({ gstin, gst_category: 'regular', state_code: '27' });
  const path = `/customers/${created.id}`;
  for (const [body, field] of [
    [{ state_code: '30' }, 'state_code'],
    [{ state_code: '28' }, 'state_code'],
    [{ gst_category: 'unregistered' }, 'gst_category'],
    [{ gst_category: 'foreign' }, 'gst_category'],
  ] as const) {
    const response = await test.admin.put(path, body);
    expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
  }
  const abroad = { gstin: null, gst_category: 'overseas', state_code: '96' };
  expect((await test.admin.put<Customer>(path, abroad)).body.data).toMatchObject(abroad);
  const plain = await makeCustomer(test.admin);
  expect(plain).toMatchObject({ gst_category: null, state_code: null });
});

it('a mistyped GSTIN is taken while tax is one rate a document, and refused by GST', async () => {
  const old = await makeCustomer(test.admin, { gstin: mistyped });
  expect(old.state_code).toBeNull();
  await test.admin.put('/settings', { tax_mode: 'gst' });
  const fresh = await test.admin.post('/customers', customerBody({ gstin: mistyped }));
  expect([fresh.status, fresh.body.details[0]?.field]).toEqual([400, 'gstin']);
  expect(fresh.body.error).toMatch(/check digit is wrong/);
  const stored = await test.admin.put<Customer>(`/customers/${old.id}`, { ...old, city: 'Pune' });
  expect(stored.body.data).toMatchObject({ gstin: mistyped, city: 'Pune' });
});
