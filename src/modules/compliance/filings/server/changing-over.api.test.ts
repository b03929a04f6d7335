import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { ChangingOver } from '../changing-over.fields';

const test = fileServer();

const remaining = async () => {
  const { data } = (await test.admin.get<ChangingOver>('/tax/changing-over')).body;
  return Object.fromEntries(
    data.groups.map(({ type, records }) => [type, records.map(({ missing }) => missing.length)]),
  );
};

it('says what is missing for GST until nothing is', async () => {
  const customer = await makeCustomer(test.admin);
  const product = await makeProduct(test.admin);
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 1, unit_price: 10 }],
  });
  expect(await remaining()).toEqual({ company: [4], customer: [2], product: [2], order: [1] });

  const tax_id = '27AAPFU0939F1ZV';
  const identity = { tax_id, company_name: 'Deccan Fasteners', zip_code: '411001' };
  await test.admin.put('/billing/profile', identity);
  await test.admin.put('/settings', { tax_mode: 'gst' });
  const party = { gst_category: 'unregistered', state_code: '27' };
  await test.admin.put(`/customers/${customer.id}`, party);
  await test.admin.put(`/products/${product.id}`, { hsn_code: '7318', tax_class_id: 6 });
  expect(await remaining()).toEqual({ order: [1] });
  const items = order.items.map(({ id, product_id }) => ({
    id,
    product_id,
    quantity: 1,
    unit_price: 10,
  }));
  await test.admin.put(`/orders/${order.id}`, { items });
  expect(await remaining()).toEqual({});
  await makeCustomer(test.admin, { gst_category: 'overseas' });
  expect(await remaining()).toEqual({});
});
