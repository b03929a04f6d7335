import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import {
  makeProduct,
  productBody,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  findBySku,
  importProducts,
} from '~/modules/catalogue/products/imports/server/product-files.builders';
import type { Service } from '~/modules/catalogue/services/services.fields';
import type { OrderWithLines } from '../orders.fields';

const test = fileServer();

const allow = (price_decimals: number) => test.admin.put('/settings', { price_decimals });

it('prices have as many decimals as the setting allows, and lines are whole paise', async () => {
  const two = await test.admin.post('/products', productBody({ unit_price: 0.0375 }));
  expect(two.body.details).toEqual([
    { field: 'unit_price', message: 'Unit Price cannot have more than two decimals' },
  ]);
  expect((await allow(4)).status).toBe(200);
  const screw = await makeProduct(test.admin, { unit_price: 0.0375, cost_price: 0.0301 });
  expect(screw).toMatchObject({ unit_price: 0.0375, cost_price: 0.0301 });
  const { id: customer_id } = await makeCustomer(test.admin);
  const items = [{ product_id: screw.id, quantity: 1001, unit_price: 0.0375 }];
  const order = (await test.admin.post<OrderWithLines>('/orders', { customer_id, items })).body
    .data;
  expect(order).toMatchObject({ subtotal: 37.54, tax_amount: 3.75, total_amount: 41.29 });
  expect(order.items[0]).toMatchObject({ unit_price: 0.0375, line_total: 37.54 });
  const invoice = (price: number) =>
    test.admin.post<InvoiceWithLines>('/invoices', {
      customer_id,
      items: [{ description: 'Wire', quantity: 12.5, unit_price: price }],
    });
  expect((await invoice(1.2345)).body.data).toMatchObject({ subtotal: 15.43 });
  expect((await invoice(1.23456)).body.error).toBe(
    'Unit Price cannot have more than four decimals',
  );
  const service = await test.admin.post<Service>('/services', {
    service_name: 'Counting',
    service_type: 'AMC',
    price: 0.125,
  });
  expect([service.status, service.body.data?.price]).toEqual([201, 0.125]);
});

it('a lowered setting keeps the prices that are there, and refuses new ones', async () => {
  await allow(4);
  const screw = await makeProduct(test.admin, { sku_code: 'FINE-1', unit_price: 1.2345 });
  const { id: customer_id } = await makeCustomer(test.admin);
  const items = [{ product_id: screw.id, quantity: 10, unit_price: 1.2345 }];
  const placed = await test.admin.post<OrderWithLines>('/orders', { customer_id, items });
  const { id } = placed.body.data;
  await allow(3);
  const put = (body: object) => test.admin.put<Product>(`/products/${screw.id}`, body);
  expect((await put({ unit_price: 1.2345, color: 'red' })).status).toBe(200);
  expect((await put({ unit_price: 1.2346 })).body.error).toBe(
    'Unit Price cannot have more than three decimals',
  );
  expect((await put({ cost_price: 1.235 })).status).toBe(200);
  const again = (unit_price: number) =>
    test.admin.put(`/orders/${id}`, { items: [{ ...items[0], quantity: 11, unit_price }] });
  expect((await again(1.2345)).status).toBe(200);
  expect((await again(1.2346)).body.details).toEqual([
    {
      field: 'items.0.unit_price',
      message: 'Item 1: Unit price cannot have more than three decimals',
    },
  ]);
  await test.admin.put(`/orders/${id}/status`, { status: 'confirmed' });
  const billed = await test.admin.post<InvoiceWithLines>('/invoices', {
    customer_id,
    order_id: id,
    items: [{ ...items[0], description: 'Screws' }],
  });
  expect([billed.status, billed.body.data?.subtotal]).toEqual([201, 12.35]);
  const file = (await test.admin.get('/products/export')).content.toString();
  expect(file).toMatch(/FINE-1,[^,]*,1\.2345,1\.235,/);
  expect(await importProducts(test.admin, file)).toMatchObject({ failed: 0 });
  const finer = await importProducts(test.admin, 'sku_code,unit_price\nFINE-1,1.2346\n');
  expect(finer.errors).toMatchObject([
    { field: 'unit_price', message: 'Unit Price cannot have more than three decimals' },
  ]);
  expect(await findBySku(test.admin, 'FINE-1')).toMatchObject({ unit_price: 1.2345 });
});
