import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';

const test = fileServer();

const phonesIn = async (path: string) => {
  const { data } = (await test.admin.get<{ customer_phone: string | null }[]>(path)).body;
  return data.map(({ customer_phone }) => customer_phone);
};

it('documents show the phone of their customer or lead, and follow it', async () => {
  const { customer, order } = await makeOrderOfEach(test.admin);
  await test.admin.put(`/customers/${customer}`, { phone: '9000000001' });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  await test.admin.post('/deliveries', {
    order_id: order.id,
    items: order.items.map(({ id, quantity }) => ({ order_line_id: id, quantity })),
  });
  await makeQuotation(test.admin, { customer_id: customer });
  const fixture = await openInvoiceFixture(test.admin);
  await fixture.make({ customer_id: customer });
  const lists = ['/orders', '/deliveries', '/quotations', '/invoices'];
  for (const path of lists) expect(await phonesIn(path), path).toEqual(['9000000001']);
  await test.admin.put(`/customers/${customer}`, { phone: '9000000002' });
  for (const path of lists) expect(await phonesIn(path), path).toEqual(['9000000002']);

  const lead = await makeLead(test.admin, { phone: '9000000003' });
  await makeQuotation(test.admin, { lead_id: lead.id });
  expect((await phonesIn('/quotations'))[0]).toBe('9000000003');
  await test.admin.put(`/leads/${lead.id}`, { phone: null });
  expect((await phonesIn('/quotations'))[0]).toBeNull();
});
