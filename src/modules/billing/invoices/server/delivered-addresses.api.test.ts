import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { DeliveryWithItems } from '~/modules/sales/deliveries/deliveries.fields';
import { makeDeliverable } from '~/modules/sales/deliveries/server/deliveries.builders';
import type { InvoiceWithLines } from '../invoices.fields';

const test = fileServer();

it('prints where the goods of a delivery went, also with one tax rate', async () => {
  const { admin } = test;
  const order = await makeDeliverable(admin);
  const site = await makeRecord<{ id: number }>(
    admin,
    `/customers/${order.customer_id}/addresses`,
    { address: '2 Site Road', city: 'Site Town', state_code: '27' },
  );
  const delivery = await makeRecord<DeliveryWithItems>(admin, '/deliveries', {
    order_id: order.id,
    status: 'dispatched',
    shipping_address_id: site.id,
  });
  const sent = { delivery_id: delivery.id, status: 'pending' };
  const invoice = await makeRecord<InvoiceWithLines>(admin, '/invoices', sent);
  expect(invoice).toMatchObject({ tax_mode: 'single', shipping_address_id: site.id });
  const file = await admin.get(`/invoices/${invoice.id}/pdf`);
  const text = (await pagesOf(file.content)).join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('2 Site Road');
  expect(text).toContain('Site Town, Maharashtra');
  const other = { customer_id: (await makeCustomer(admin)).id, shipping_address_id: site.id };
  const items = [{ description: 'Bolt', quantity: 1, unit_price: 1 }];
  expect(await admin.post('/invoices', { ...other, items })).toMatchObject({ status: 400 });
});
