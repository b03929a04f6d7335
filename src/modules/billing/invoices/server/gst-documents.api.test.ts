import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { CheckResult } from '~/modules/sales/documents/findings/findings.fields';
import type { InvoiceWithLines } from '../invoices.fields';

const test = fileServer();
const pune = '27AAPFU0939F1ZV';
const goa = completeGstin('30AAPFU0939F1Z');

let classes: Record<string, number> = {};
let customer: number;
let bolt: number;
let washer: number;
let training: number;
/** An order that was made with one rate. */
let early: OrderWithLines;

const line = (product_id: number, values: object = {}) => ({
  product_id,
  quantity: 3,
  unit_price: 100,
  ...values,
});
const makeOrder = (values: object = {}) =>
  makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: customer,
    items: [line(bolt)],
    ...values,
  });
const makeInvoice = (values: object = {}) =>
  makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    customer_id: customer,
    items: [{ ...line(bolt), description: 'Bolt' }],
    ...values,
  });

beforeAll(async () => {
  const listed = await test.admin.get<TaxClass[]>('/tax-classes');
  classes = Object.fromEntries(listed.body.data.map(({ name, id }) => [name, id]));
  customer = (await makeCustomer(test.admin, { gst_category: 'regular', gstin: pune })).id;
  const goods = { hsn_code: '731815', unit_of_measure: 'kg', stock_quantity: 900 };
  bolt = (await makeProduct(test.admin, { ...goods, tax_class_id: classes['GST 18%'] })).id;
  washer = (await makeProduct(test.admin, { ...goods, tax_class_id: classes['GST 5%'] })).id;
  const taxed = { hsn_code: '998729', tax_class_id: classes['GST 18%'] };
  training = (await makeService(test.admin, taxed)).id;
  early = await makeOrder();
  await test.admin.put('/billing/profile', { tax_id: pune, company_name: 'Deccan Fasteners' });
  await test.admin.put('/settings', { tax_mode: 'gst' });
});

describe('an order by GST', () => {
  it('taxes each line by its class, within the state by halves', async () => {
    const order = await makeOrder({
      items: [
        line(bolt, { discount_percent: 10 }),
        line(washer, { discount_amount: 0.5, unit_price: 33.35 }),
      ],
      services: [{ service_id: training, quantity: 0.5, unit_price: 100 }],
    });
    expect(order).toMatchObject({
      tax_mode: 'gst',
      supply_type: 'b2b',
      place_of_supply: '27',
      reverse_charge: false,
      subtotal: 419.55,
      cgst_amount: 31.29,
      sgst_amount: 31.29,
      igst_amount: 0,
      tax_amount: 62.58,
      round_off: 0,
      total_amount: 482.13,
    });
    expect(order.items).toMatchObject([
      {
        hsn_code: '731815',
        unit: 'kg',
        discount_percent: 10,
        discount_amount: 30,
        line_total: 270,
        taxable_value: 270,
        tax_class_id: classes['GST 18%'],
        tax_treatment: 'taxable',
        tax_rate: 18,
        cgst_amount: 24.3,
        sgst_amount: 24.3,
        igst_amount: 0,
      },
      { discount_percent: null, discount_amount: 0.5, taxable_value: 99.55, cgst_amount: 2.49 },
    ]);
    expect(order.services).toMatchObject([
      { hsn_code: '998729', unit: null, taxable_value: 50, cgst_amount: 4.5 },
    ]);
    const read = await test.admin.get<OrderWithLines>(`/orders/${order.id}`);
    expect(read.body.data).toEqual(order);
  });

  it('goes between states by the delivery address, and back by hand', async () => {
    const address = await makeRecord<{ id: number }>(
      test.admin,
      `/customers/${customer}/addresses`,
      { label: 'Goa works', gstin: goa },
    );
    const order = await makeOrder({ shipping_address_id: address.id });
    expect(order).toMatchObject({
      shipping_address_id: address.id,
      place_of_supply: '30',
      igst_amount: 54,
      cgst_amount: 0,
      total_amount: 354,
    });
    const noted = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, { notes: 'Gate 4' });
    expect(noted.body.data).toMatchObject({ place_of_supply: '30', igst_amount: 54 });
    const byHand = await test.admin.put<OrderWithLines>(`/orders/${order.id}`, {
      place_of_supply: '27',
    });
    expect(byHand.body.data).toMatchObject({ igst_amount: 0, cgst_amount: 27, total_amount: 354 });
    expect(byHand.body.data.items).toMatchObject([{ cgst_amount: 27, igst_amount: 0 }]);
    const nobodys = await test.admin.put(`/orders/${order.id}`, { billing_address_id: 999_999 });
    expect([nobodys.status, nobodys.body.error]).toEqual([
      400,
      'Address not found for this customer',
    ]);
  });

  it('collects no tax by reverse charge, and rounds to rupees where that is set', async () => {
    const reverse = await makeOrder({ reverse_charge: true });
    expect(reverse).toMatchObject({ reverse_charge: true, tax_amount: 0, total_amount: 300 });
    expect(reverse.items).toMatchObject([{ tax_rate: 18, cgst_amount: 0 }]);
    await test.admin.put('/settings', { round_to_rupee: true });
    const rounded = await makeOrder({
      items: [line(bolt, { unit_price: 33.35 })],
      billing_address_id: null,
      shipping_address_id: null,
    });
    expect(rounded).toMatchObject({ subtotal: 100.05, tax_amount: 18, round_off: -0.05 });
    expect(rounded.total_amount).toBe(118);
    await test.admin.put('/settings', { round_to_rupee: false });
  });

  it('is invoiced in parts of whole rupees, each rounded for itself, where that is set', async () => {
    await test.admin.put('/settings', { round_to_rupee: true });
    const order = await makeOrder({ items: [line(bolt, { unit_price: 33.35 })] });
    await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    const toInvoice = async () => {
      const refused = await test.admin.post('/advances', {
        order_id: order.id,
        amount: 1000,
        payment_method: 'cash',
      });
      return /₹[\d.]+/.exec(refused.body.error)?.[0];
    };
    const items = [
      { order_line_id: order.items[0]?.id, description: 'Bolt', quantity: 1, unit_price: 33.35 },
    ];
    const seen: unknown[] = [order.total_amount];
    for (const remaining of ['₹118.00', '₹79.00', '₹39.00']) {
      expect(await toInvoice()).toBe(remaining);
      const { total_amount, round_off } = await makeInvoice({
        order_id: order.id,
        status: 'pending',
        items,
      });
      seen.push([total_amount, round_off]);
    }
    expect(seen).toEqual([118, [39, -0.35], [39, -0.35], [39, -0.35]]);
    expect(await toInvoice()).toBe('₹0.00');
    await test.admin.put('/settings', { round_to_rupee: false });
  });

  it.each([
    [{ discount_amount: 300.01 }, 'items.0.discount_amount', 'Discount cannot exceed ₹300.00'],
    [{ discount_percent: 101 }, 'items.0.discount_percent', 'Discount (%) cannot exceed 100'],
    [{ tax_class_id: 9999 }, 'items.0.tax_class_id', 'Tax class not found'],
    [{ hsn_code: '73' }, 'items.0.hsn_code', 'HSN code must have 4, 6 or 8 digits'],
  ])('refuses a line with %j', async (values, field, message) => {
    const response = await test.admin.post('/orders', {
      customer_id: customer,
      items: [line(bolt, values)],
    });
    expect([response.status, response.body.error]).toEqual([400, message]);
    expect(response.body.details).toMatchObject([{ field }]);
  });

  it('from before keeps its one rate until its lines are sent again', async () => {
    const noted = await test.admin.put<OrderWithLines>(`/orders/${early.id}`, { notes: 'Old' });
    expect(noted.body.data).toMatchObject({
      tax_mode: 'single',
      tax_amount: 30,
      supply_type: null,
    });
    const items = noted.body.data.items.map(({ id, product_id, quantity, unit_price }) => ({
      id,
      product_id,
      quantity,
      unit_price,
    }));
    const over = await test.admin.put<OrderWithLines>(`/orders/${early.id}`, { items });
    expect(over.body.data).toMatchObject({ tax_mode: 'gst', tax_amount: 54, supply_type: 'b2b' });
    expect(over.body.data.items).toMatchObject([
      { id: items[0]?.id, hsn_code: '731815', tax_rate: 18 },
    ]);
  });
});

describe('an invoice by GST', () => {
  it('takes over what its order says, a discount in proportion', async () => {
    const order = await makeOrder({
      items: [line(bolt, { discount_amount: 10 })],
      place_of_supply: '29',
    });
    await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    const [ordered] = order.items;
    const invoice = await makeInvoice({
      order_id: order.id,
      items: [
        {
          order_line_id: ordered?.id,
          description: 'Bolt',
          quantity: 1,
          unit_price: 100,
        },
      ],
    });
    expect(invoice).toMatchObject({ place_of_supply: '29', subtotal: 96.67, igst_amount: 17.4 });
    expect(invoice.items).toMatchObject([
      { discount_amount: 3.33, taxable_value: 96.67, hsn_code: '731815', tax_rate: 18 },
    ]);
  });

  it('takes the rate of its day, and checks the amounts that are sent', async () => {
    const reformed = classes['GST 5% (12% before 22 September 2025)'];
    const items = [{ ...line(bolt, { tax_class_id: reformed }), description: 'Bolt' }];
    const [old, later] = [
      await makeInvoice({ items, invoice_date: '2025-09-21', due_date: '2025-10-21' }),
      await makeInvoice({ items, invoice_date: '2025-09-22', due_date: '2025-10-21' }),
    ];
    expect([old.tax_amount, later.tax_amount]).toEqual([36, 15]);
    const moved = await test.admin.put<InvoiceWithLines>(`/invoices/${old.id}`, {
      invoice_date: '2025-09-22',
      due_date: '2099-10-21',
    });
    expect(moved.body.data).toMatchObject({ tax_amount: 15, total_amount: 315 });
    const wrong = await test.admin.put(`/invoices/${old.id}`, { items, cgst_amount: 9 });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invoice.totals_mismatch']);
    expect(wrong.body.details).toMatchObject([{ field: 'cgst_amount' }]);
  });

  it('is not issued with a rate that its tax class no longer has on its day', async () => {
    const rates = [{ rate: 5, valid_from: '2017-07-01' }];
    const { id } = await makeRecord<TaxClass>(test.admin, '/tax-classes', {
      name: 'Moving',
      treatment: 'taxable',
      rates,
    });
    const buyer = await makeCustomer(test.admin, {
      gst_category: 'unregistered',
      state_code: '27',
      billing_address: '1 Mill Road',
    });
    const draft = (invoice_date: string) =>
      makeInvoice({
        customer_id: buyer.id,
        invoice_date,
        due_date: '2099-01-01',
        items: [{ ...line(bolt, { tax_class_id: id }), description: 'Bolt' }],
      });
    const [before, after] = [await draft('2025-09-21'), await draft('2025-09-22')];
    await test.admin.put(`/tax-classes/${id}`, {
      rates: [...rates, { rate: 18, valid_from: '2025-09-22' }],
    });
    const message = 'Item 1: its tax class now has 18 %, the line 5 %. Edit and save the draft.';
    const checked = await test.admin.get<CheckResult>(`/invoices/${after.id}/check`);
    expect(checked.body.data.ready).toBe(false);
    expect(checked.body.data.findings).toContainEqual({
      severity: 'error',
      field: 'items.0.tax_rate',
      message,
      fix: `/invoices?view=${after.id}`,
    });
    const issue = (invoice: number) =>
      test.admin.put<InvoiceWithLines>(`/invoices/${invoice}/status`, { status: 'pending' });
    const refused = await issue(after.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'invoice.not_ready']);
    expect((await issue(before.id)).body.data).toMatchObject({ status: 'pending', tax_amount: 15 });
    const { items } = (await test.admin.get<InvoiceWithLines>(`/invoices/${after.id}`)).body.data;
    const same = items.map(({ product_id, description, quantity, unit_price, tax_class_id }) => ({
      product_id,
      description,
      quantity,
      unit_price,
      tax_class_id,
    }));
    await test.admin.put(`/invoices/${after.id}`, { items: same });
    expect((await issue(after.id)).body.data).toMatchObject({ status: 'pending', tax_amount: 54 });
  });

  it('of a buyer abroad has no tax with an LUT, and IGST without', async () => {
    const abroad = await makeCustomer(test.admin, { gst_category: 'overseas', state_code: '96' });
    const taxed = await makeInvoice({ customer_id: abroad.id });
    expect(taxed).toMatchObject({
      supply_type: 'export_with',
      place_of_supply: '96',
      igst_amount: 54,
    });
    await test.admin.put('/settings', { lut_number: 'AD270326000001X' });
    const free = await makeInvoice({ customer_id: abroad.id });
    expect(free).toMatchObject({ supply_type: 'export_without', tax_amount: 0, total_amount: 300 });
  });
});
