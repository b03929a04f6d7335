import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { InvoiceWithLines } from '../invoices.fields';

const test = fileServer();
const bill = {
  shipping_bill_number: '1234567',
  shipping_bill_date: '2026-11-09',
  port_code: 'INNSA1',
};
let customer_id: number;
let product_id: number;

beforeAll(async () => {
  const address = { billing_address: '2 Ring Road', city: 'Pune', zip_code: '411002' };
  const identity = { tax_id: '27AAPFU0939F1ZV', company_name: 'Deccan Fasteners', ...address };
  await test.admin.put('/billing/profile', identity);
  await test.admin.put('/settings', { tax_mode: 'gst', lut_number: 'AD270326000001' });
  const classes = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  const tax_class_id = classes.find(({ name }) => name === 'GST 18%')?.id;
  const billing = { billing_address: 'Hafenstrasse 1', city: 'Hamburg', country: 'Germany' };
  customer_id = (await makeCustomer(test.admin, { gst_category: 'overseas', ...billing })).id;
  product_id = (await makeProduct(test.admin, { hsn_code: '731815', tax_class_id })).id;
});

async function makeExport(values: object = {}): Promise<InvoiceWithLines> {
  return makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    customer_id,
    invoice_date: '2026-11-02',
    due_date: '2026-12-02',
    items: [{ product_id, description: 'Bolt', quantity: 3, unit_price: 100 }],
    status: 'sent',
    ...values,
  });
}

const change = (id: number, values: object) =>
  test.admin.put<InvoiceWithLines>(`/invoices/${id}`, values);

it('is entered after issue and after payment, in table 6A and in the e-invoice', async () => {
  const { id, total_amount, supply_type } = await makeExport();
  expect(supply_type).toBe('export_without');
  const written = { ...bill, shipping_bill_number: ' 123 4567 ', port_code: 'innsa1' };
  expect((await change(id, written)).body.data).toMatchObject(bill);
  const payment = { invoice_id: id, amount: total_amount, payment_method: 'cash' };
  await makeRecord(test.admin, '/payments', { ...payment, payment_date: '2026-11-05' });
  const late = await change(id, { port_code: 'INMAA1' });
  expect([late.status, late.body.data.status, late.body.data.port_code]).toEqual([
    200,
    'paid',
    'INMAA1',
  ]);
  expect((await change(id, { notes: 'Late' })).status).toBe(409);
  const { content } = await test.admin.get('/tax/gstr1?month=2026-11&format=json');
  const { exp } = JSON.parse(content.toString()) as { exp: unknown };
  const shipped = { sbnum: '1234567', sbdt: '09-11-2026', sbpcode: 'INMAA1' };
  expect(exp).toMatchObject([{ exp_typ: 'WOPAY', inv: [shipped] }]);
  const filed = await test.admin.get(`/invoices/${id}/e-invoice`);
  expect(JSON.parse(filed.content.toString())).toMatchObject([
    { ExpDtls: { ShipBNo: '1234567', ShipBDt: '09/11/2026', Port: 'INMAA1' } },
  ]);
  const xml = await test.admin.get('/tax/tally?month=2026-11');
  expect(xml.content.toString()).toContain(
    `<NARRATION>Payment of ${late.body.data.invoice_number}`,
  );
});

it('is refused where customs have no such number or port, and on a cancelled invoice', async () => {
  const { id } = await makeExport({ ...bill, status: 'draft' });
  for (const [field, value] of [
    ['shipping_bill_number', '12'],
    ['shipping_bill_number', '12345678'],
    ['port_code', 'INNSA'],
    ['port_code', 'INNSA-!'],
    ['shipping_bill_date', '2026-02-30'],
  ] as const) {
    const refused = await change(id, { [field]: value });
    expect([refused.status, refused.body.details[0]?.field]).toEqual([400, field]);
  }
  await test.admin.put(`/invoices/${id}/status`, { status: 'pending' });
  await test.admin.put(`/invoices/${id}/status`, { status: 'cancelled' });
  expect((await change(id, { port_code: 'INMAA1' })).status).toBe(409);
});

it('changes what a filed month says', async () => {
  const { id } = await makeExport();
  await test.admin.put('/tax/gstr1/2026-11/filed', {});
  await change(id, bill);
  const { body } = await test.admin.get<{ changed_since_filing: unknown }>(
    '/tax/gstr1?month=2026-11',
  );
  expect(body.data.changed_since_filing).toMatchObject([
    { kind: 'invoice', id, change: 'changed' },
  ]);
});
