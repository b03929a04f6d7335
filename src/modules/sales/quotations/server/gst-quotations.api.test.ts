import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { QuotationWithLines } from '../quotations.fields';

const test = fileServer();
let item: object;
let tax_class_id = 0;

beforeAll(async () => {
  const goods = await becomeGstCompany(test.admin);
  tax_class_id = goods.tax_class_id ?? 0;
  const { id } = await makeProduct(test.admin, { product_name: 'Hex Bolt M8' });
  item = { product_id: id, quantity: 3, unit_price: 99.99, hsn_code: '731815', tax_class_id };
});

const create = (own: object) =>
  makeRecord<QuotationWithLines>(test.admin, '/quotations', { items: [item], ...own });

async function ordered(id: number): Promise<OrderWithLines> {
  await test.admin.put(`/quotations/${id}/status`, { status: 'sent' });
  const response = await test.admin.post<{ order: OrderWithLines }>(`/quotations/${id}/order`, {
    force: true,
  });
  expect(response.status, response.body.error).toBe(201);
  return response.body.data.order;
}

const amounts = (row: QuotationWithLines | OrderWithLines) => [
  row.subtotal,
  row.cgst_amount,
  row.sgst_amount,
  row.igst_amount,
  row.total_amount,
];

it.each([
  ['27', [299.97, 27, 27, 0, 353.97]],
  ['29', [299.97, 0, 0, 53.99, 353.96]],
])('taxes a lead in the state %s, and its order the same', async (place_of_supply, expected) => {
  const lead = await makeLead(test.admin);
  const quotation = await create({ lead_id: lead.id, place_of_supply });
  expect(amounts(quotation)).toEqual(expected);
  expect(amounts(await ordered(quotation.id))).toEqual(expected);
});

it('keeps the tax that was agreed when the rate has changed since', async () => {
  const customer = await makeGstCustomer(test.admin);
  const quotation = await create({ customer_id: customer.id });
  const taxClass = { name: 'GST 18%', rates: [{ valid_from: '2017-07-01', rate: 12 }] };
  const changed = await test.admin.put(`/tax-classes/${tax_class_id}`, taxClass);
  expect(changed.status, changed.body.error).toBe(200);
  expect(amounts(await ordered(quotation.id))).toEqual(amounts(quotation));
});

it('taxes options like other lines, and leaves them out of the totals', {
  timeout: 60_000,
}, async () => {
  const customer = await makeGstCustomer(test.admin);
  const quotation = await create({
    customer_id: customer.id,
    items: [item, { ...item, is_option: true }],
    discount_amount: 99.97,
  });
  expect(quotation.subtotal).toBe(200);
  expect(quotation.items[1]).toMatchObject({
    is_option: true,
    discount_share: 0,
    line_total: 299.97,
  });
  expect(quotation.items[1]?.cgst_amount).toBeGreaterThan(0);
  const file = await test.admin.get(`/quotations/${quotation.id}/pdf`);
  const text = (await pagesOf(file.content)).join(' ');
  expect(text).toContain('QUOTATION');
  expect(text).toContain('CGST');
});
