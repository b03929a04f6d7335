import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { HistoryItem } from '~/kit/shared/history';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { everything } from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
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

it('names the delivery and its address in the history, to people who may read them', async () => {
  const { admin } = test;
  const order = await makeDeliverable(admin);
  const site = await makeRecord<{ id: number }>(
    admin,
    `/customers/${order.customer_id}/addresses`,
    { label: 'Unit 2', address: '2 Site Road', city: 'Site Town', state_code: '27' },
  );
  const delivery = await makeRecord<DeliveryWithItems>(admin, '/deliveries', {
    order_id: order.id,
    status: 'dispatched',
    shipping_address_id: site.id,
  });
  const { id } = await makeRecord<InvoiceWithLines>(admin, '/invoices', {
    delivery_id: delivery.id,
  });
  await admin.put(`/invoices/${id}`, { shipping_address_id: null });
  const namesFor = async (caller: Pick<typeof admin, 'get'>, field: string) => {
    const items = (await caller.get<HistoryItem[]>(`/history/invoices/${id}`)).body.data;
    const changes = items.flatMap((item) => item.changes).filter((each) => each.field === field);
    return changes.map(({ names }) => [names?.before, names?.after]);
  };
  const addressed = [
    ['Unit 2', null],
    [null, 'Unit 2'],
  ];
  expect(await namesFor(admin, 'shipping_address_id')).toEqual(addressed);
  expect(await namesFor(admin, 'delivery_id')).toEqual([[null, delivery.delivery_number]]);
  const rights = {
    ...everything,
    customers: { read: 'own' },
    deliveries: { read: 'none' },
  } as const;
  const { client } = await signInWith(test, rights);
  expect(await namesFor(client, 'shipping_address_id')).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await namesFor(client, 'delivery_id')).toEqual([[null, null]]);
});
