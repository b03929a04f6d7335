import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import type { DeliveryWithItems } from '~/modules/sales/deliveries/deliveries.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { EWayBillFile } from '../e-way-bill.rules';

const test = fileServer();
let delivery: DeliveryWithItems;

beforeAll(async () => {
  const customer = await makeGstCustomer(test.admin);
  const line = await becomeGstCompany(test.admin);
  const { id: product_id } = await makeProduct(test.admin, {
    stock_quantity: 50,
    hsn_code: line.hsn_code,
    tax_class_id: line.tax_class_id,
  });
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: customer.id,
    items: [{ product_id, quantity: 10, unit_price: 100 }],
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  delivery = await makeRecord<DeliveryWithItems>(test.admin, '/deliveries', {
    order_id: order.id,
    items: [{ order_line_id: order.items[0]?.id, quantity: 4 }],
    vehicle_number: 'MH12AB1234',
  });
});

const fileOf = (query: string) => test.admin.get(`/deliveries/${delivery.id}/e-way-bill${query}`);

it('gives no e-way bill of a draft, and one of document type CHL of what was dispatched', async () => {
  expect(await fileOf('?mode=road&distance_km=120')).toMatchObject({
    status: 409,
    body: { code: 'e_way_bill.refused' },
  });
  const sent = await test.admin.put<DeliveryWithItems>(`/deliveries/${delivery.id}/status`, {
    status: 'dispatched',
  });
  const { status, content, body } = await fileOf('?mode=road&distance_km=120');
  expect([status, body.error]).toEqual([200, undefined]);
  const { billLists } = JSON.parse(content.toString()) as EWayBillFile;
  expect(billLists).toMatchObject([
    {
      docType: 'CHL',
      subSupplyType: 8,
      docNo: sent.body.data.delivery_number,
      totalValue: 400,
      transDistance: 120,
      vehicleNo: 'MH12AB1234',
      itemList: [{ quantity: 4, taxableAmount: 400 }],
    },
  ]);
  expect((await fileOf('?mode=camel')).status).toBe(400);
  expect((await fileOf('?distance_km=9000')).status).toBe(400);
});

it('prints the challan in three copies, with value and tax', async () => {
  const { content } = await test.admin.get(`/deliveries/${delivery.id}/pdf`);
  const pages = await pagesOf(content);
  expect(pages).toHaveLength(3);
  const copies = [
    'ORIGINAL FOR CONSIGNEE',
    'DUPLICATE FOR TRANSPORTER',
    'TRIPLICATE FOR CONSIGNER',
  ];
  for (const [index, copy] of copies.entries()) {
    expect(pages[index]).toContain(copy);
    expect(pages[index]).toContain('DELIVERY CHALLAN');
    expect(pages[index]).toContain('MH12AB1234');
    expect(pages[index]).toContain('400.00');
  }
});
