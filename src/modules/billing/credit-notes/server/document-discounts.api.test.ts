import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { checks } from '~/app/modules';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { TaxPreview } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { EInvoice } from '~/modules/compliance/filings/e-invoice.rules';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { noteFixture } from './credit-notes.builders';

const test = ownServer();
const both = 'Enter the discount in percent or in rupees, not both';

let customer: number;
let bolt: number;
let nut: number;

beforeAll(async () => {
  const address = { billing_address: '2 Ring Road', city: 'Pune', postal_code: '411001' };
  const listed = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  const taxClass = (name: string) => listed.find((each) => each.name === name)?.id ?? 0;
  const buyer = completeGstin('27AAGCB7383J1Z');
  const party = { gst_category: 'regular', gstin: buyer, ...address } as const;
  customer = (await makeCustomer(test.admin, party)).id;
  const goods = { hsn_code: '731815', stock_quantity: 900 };
  bolt = (await makeProduct(test.admin, { ...goods, tax_class_id: taxClass('GST 18%') })).id;
  nut = (await makeProduct(test.admin, { ...goods, tax_class_id: taxClass('GST 5%') })).id;
});

const bolts = (quantity = 10) => ({ product_id: bolt, quantity, unit_price: 100 });
const nuts = (quantity = 7) => ({ product_id: nut, quantity, unit_price: 33.33 });
const orderBody = (values: object) => ({
  customer_id: customer,
  items: [bolts(), nuts()],
  ...values,
});
const invoiceBody = (values: object) => ({
  customer_id: customer,
  items: [
    { ...bolts(), description: 'Bolt' },
    { ...nuts(), description: 'Nut' },
  ],
  ...values,
});
const makeOrder = (values: object) =>
  makeRecord<OrderWithLines>(test.admin, '/orders', orderBody(values));
const makeInvoice = (values: object) =>
  makeRecord<InvoiceWithLines>(test.admin, '/invoices', invoiceBody(values));
const readOrder = async (id: number) =>
  (await test.admin.get<OrderWithLines>(`/orders/${id}`)).body.data;
const sharesOf = ({ items }: { items: readonly { discount_share: number }[] }) =>
  items.map((line) => line.discount_share);

async function issue({ id }: InvoiceWithLines): Promise<InvoiceWithLines> {
  const path = `/invoices/${id}/status`;
  const issued = await test.admin.put<InvoiceWithLines>(path, { status: 'pending' });
  expect([issued.status, issued.body.error]).toEqual([200, undefined]);
  return issued.body.data;
}

/** Confirms the order and invoices it in three parts, of which the last one takes the rest. */
async function invoicedInParts(order: OrderWithLines): Promise<InvoiceWithLines[]> {
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const invoices: InvoiceWithLines[] = [];
  for (const [some, others] of [
    [3, 1],
    [3, 2],
    [4, 4],
  ] as const) {
    const items = [
      { ...bolts(some), description: 'Bolt' },
      { ...nuts(others), description: 'Nut' },
    ];
    invoices.push(await makeInvoice({ order_id: order.id, items }));
  }
  return invoices;
}

const kinds = [
  ['/orders', orderBody],
  ['/invoices', invoiceBody],
] as const;

describe.each(kinds)('the discount of a document under %s', (path, body) => {
  const post = (values: object) => test.admin.post<InvoiceWithLines>(path, body(values));
  const create = (values: object) => makeRecord<InvoiceWithLines>(test.admin, path, body(values));

  it('is spread over the lines by value, to the paisa, before tax', async () => {
    const document = await create({ discount_percent: 10, tax_rate: 18 });
    expect(document).toMatchObject({
      discount_percent: 10,
      discount_amount: 123.33,
      subtotal: 1109.98,
      tax_amount: 199.8,
      total_amount: 1309.78,
    });
    expect(sharesOf(document)).toEqual([100, 23.33]);
    expect(document.items.map((line) => line.taxable_value)).toEqual([900, 209.98]);
    const read = (await test.admin.get(`${path}/${document.id}`)).body.data;
    expect(read).toEqual(document);
  });

  it('changes, stays where it is not mentioned, and goes', async () => {
    const { id } = await create({ discount_amount: 100 });
    const put = async (patch: object) => {
      const response = await test.admin.put<InvoiceWithLines>(`${path}/${id}`, patch);
      expect([response.status, response.body.error]).toEqual([200, undefined]);
      const { discount_percent, discount_amount, subtotal } = response.body.data;
      return [discount_percent, discount_amount, subtotal];
    };
    expect(await put({ notes: 'Urgent' })).toEqual([null, 100, 1133.31]);
    expect(await put({ discount_percent: 50, discount_amount: null })).toEqual([
      50, 616.66, 616.65,
    ]);
    expect(await put({ discount_percent: 50, discount_amount: 616.66 })).toEqual([
      50, 616.66, 616.65,
    ]);
    const items = [{ ...bolts(1), description: 'Bolt' }];
    const sent = path === '/orders' ? [bolts(1)] : items;
    expect(await put({ items: sent })).toEqual([50, 50, 50]);
    expect(await put({ discount_amount: 12.5 })).toEqual([null, 12.5, 87.5]);
    expect(await put({ discount_percent: null })).toEqual([null, 0, 100]);
  });

  it.each([
    [{ discount_percent: 10, discount_amount: 50 }, both],
    [{ discount_percent: 100.01 }, 'Discount (%) cannot exceed 100'],
    [{ discount_percent: -1 }, 'Discount (%) must be at least 0'],
    [{ discount_percent: 1.234 }, 'Discount (%) cannot have more than two decimals'],
    [{ discount_amount: -1 }, 'Discount must be at least 0'],
    [{ discount_amount: 1.234 }, 'Discount cannot have more than two decimals'],
    [{ discount_amount: 1233.32 }, 'Discount cannot exceed ₹1,233.31'],
  ])('is refused as %j', async (values, message) => {
    const { status, body: response } = await post(values);
    expect([status, response.error]).toEqual([400, message]);
  });

  it('may be all that the lines come to', async () => {
    const { total_amount, items } = await create({ discount_amount: 1233.31 });
    expect([total_amount, ...items.map((line) => line.taxable_value)]).toEqual([0, 0, 0]);
  });
});

describe('an order with a discount, invoiced', () => {
  it('keeps it while its lines cannot change', async () => {
    const { id } = await makeOrder({ discount_percent: 10 });
    await test.admin.put(`/orders/${id}/status`, { status: 'confirmed' });
    await test.admin.put(`/orders/${id}/status`, { status: 'shipped' });
    const same = await test.admin.put(`/orders/${id}`, { discount_percent: 10, notes: 'Sent' });
    expect([same.status, same.body.error]).toEqual([200, undefined]);
    const other = await test.admin.put(`/orders/${id}`, { discount_percent: 11 });
    expect(other.status).toBe(409);
  });

  it('whole, hands on its percentage', async () => {
    const order = await makeOrder({ discount_percent: 12.5 });
    await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    const invoice = await makeInvoice({ order_id: order.id });
    const { discount_percent, discount_amount, subtotal } = order;
    expect(invoice).toMatchObject({ discount_percent, discount_amount, subtotal });
    expect(sharesOf(invoice)).toEqual(sharesOf(order));
    expect((await readOrder(order.id)).invoiced_discount).toBe(discount_amount);
  });

  it.each([{ discount_amount: 100.01 }, { discount_percent: 3.33 }])(
    'in parts, hands on %j to the paisa',
    async (discount) => {
      const order = await makeOrder(discount);
      const invoices = await invoicedInParts(order);
      const taken = invoices.map((each) => each.discount_amount);
      expect(sumOf(taken)).toBe(order.discount_amount);
      expect(sumOf(invoices.map((each) => each.subtotal))).toBe(order.subtotal);
      expect((await readOrder(order.id)).invoiced_discount).toBe(order.discount_amount);
    },
  );

  it('frees what a cancelled invoice took', async () => {
    const order = await makeOrder({ discount_amount: 100 });
    const [first] = await invoicedInParts(order);
    await issue(first as InvoiceWithLines);
    await test.admin.put(`/invoices/${first?.id}/status`, { status: 'cancelled' });
    const again = await makeInvoice({
      order_id: order.id,
      items: first?.items.map(({ description, product_id, quantity, unit_price }) => ({
        description,
        product_id,
        quantity,
        unit_price,
      })),
    });
    expect(again.discount_amount).toBe(first?.discount_amount);
  });

  it('hands nothing on where the invoice says its own', async () => {
    const order = await makeOrder({ discount_percent: 10 });
    await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    const invoice = await makeInvoice({ order_id: order.id, discount_percent: null });
    expect(invoice).toMatchObject({ discount_amount: 0, subtotal: 1233.31 });
  });
});

describe('by GST', () => {
  beforeAll(async () => {
    const profile = { tax_id: '27AAPFU0939F1ZV', company_name: 'Deccan Fasteners', city: 'Pune' };
    await test.admin.put('/billing/profile', {
      ...profile,
      billing_address: '1 Mill Road',
      zip_code: '411002',
    });
    await test.admin.put('/settings', { tax_mode: 'gst', turnover_band: 'up_to_5_crore' });
  });

  it('lowers the taxable value of each line, in preview, draft, print and e-invoice alike', async () => {
    const lines = invoiceBody({}).items.map(({ description: _texts, ...line }) => line);
    const discount = { discount_percent: 10 };
    const body = { customer_id: customer, lines, ...discount };
    const preview = (await test.admin.post<TaxPreview>('/tax/preview', body)).body.data;
    const invoice = await issue(await makeInvoice(discount));
    const amounts = {
      discount_percent: 10,
      discount_amount: 123.33,
      subtotal: 1109.98,
      cgst_amount: 86.25,
      sgst_amount: 86.25,
      total_amount: 1282.48,
    };
    expect(preview).toMatchObject(amounts);
    expect(invoice).toMatchObject(amounts);
    const { content } = await test.admin.get(`/invoices/${invoice.id}/e-invoice`);
    const [file] = JSON.parse(content.toString()) as [EInvoice];
    expect(file.ItemList.map(({ TotAmt, Discount, AssAmt }) => [TotAmt, Discount, AssAmt])).toEqual(
      [
        [1000, 100, 900],
        [233.31, 23.33, 209.98],
      ],
    );
    const pdf = await test.admin.get(`/invoices/${invoice.id}/pdf`);
    const texts = (await pagesOf(pdf.content)).join(' ');
    for (const word of ['Before Discount', '1,233.31', 'Discount (10%)', '₹123.33', '1,109.98'])
      expect(texts).toContain(word);
  });

  it.each(kinds)('comes and goes by a change of it alone under %s', async (path, body) => {
    const created = await makeRecord<InvoiceWithLines>(test.admin, path, body({}));
    const with10 = await makeRecord(test.admin, path, body({ discount_percent: 10 }));
    const amounts = ({ body: { data } }: { body: { data: InvoiceWithLines } }) => {
      const { subtotal, cgst_amount, sgst_amount, tax_amount, total_amount } = data;
      return { subtotal, cgst_amount, sgst_amount, tax_amount, total_amount };
    };
    const url = `${path}/${created.id}`;
    const put = (patch: object) => test.admin.put<InvoiceWithLines>(url, patch);
    expect(with10).toMatchObject(amounts(await put({ discount_percent: 10 })));
    expect(with10).toMatchObject(amounts(await put({ notes: 'Urgent' })));
    const read = await test.admin.get<InvoiceWithLines>(url);
    expect(with10).toMatchObject(amounts(read));
    expect(sharesOf(read.body.data)).toEqual([100, 23.33]);
    expect(created).toMatchObject(amounts(await put({ discount_percent: null })));
  });

  it('refuses in a preview what it refuses in a document', async () => {
    const body = { customer_id: customer, lines: [bolts(1)] };
    const preview = (discount: object) =>
      test.admin.post<TaxPreview>('/tax/preview', { ...body, ...discount });
    const refused = await preview({ discount_percent: 1, discount_amount: 2 });
    expect([refused.status, refused.body.error]).toEqual([400, both]);
    expect((await preview({ discount_amount: 100.01 })).status).toBe(400);
  });

  it('in parts, sums up to the order’s', async () => {
    const order = await makeOrder({ discount_amount: 77.77 });
    const invoices = await invoicedInParts(order);
    expect(sumOf(invoices.map((each) => each.discount_amount))).toBe(77.77);
    expect(sumOf(invoices.map((each) => each.subtotal))).toBe(order.subtotal);
  });

  it('is credited with its lines: parts come to the invoice', async () => {
    const invoice = await issue(await makeInvoice({ discount_amount: 100.01 }));
    const fixture = noteFixture(test.admin, invoice);
    const notes = [
      await fixture.issue([
        { at: 0, quantity: 3 },
        { at: 1, quantity: 2 },
      ]),
      await fixture.issue([
        { at: 0, quantity: 7 },
        { at: 1, quantity: 5 },
      ]),
    ];
    expect(notes[0]?.items[0]).toMatchObject({ quantity: 3, line_total: 275.67 });
    expect(sumOf(notes.map((each) => each.subtotal))).toBe(invoice.subtotal);
    expect(sumOf(notes.map((each) => each.tax_amount))).toBe(invoice.tax_amount);
    expect(await fixture.stands()).toEqual(['paid', invoice.total_amount, 0, 0, 0]);
  });

  it('is free again for the order once credited', async () => {
    const order = await makeOrder({ discount_amount: 100 });
    await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
    const invoice = await issue(await makeInvoice({ order_id: order.id }));
    await noteFixture(test.admin, invoice).issue([
      { at: 0, quantity: 10 },
      { at: 1, quantity: 7 },
    ]);
    expect((await readOrder(order.id)).invoiced_discount).toBe(0);
    expect((await makeInvoice({ order_id: order.id })).discount_amount).toBe(100);
  });

  it('is kept where an invoice is corrected', async () => {
    const wrong = await issue(await makeInvoice({ discount_percent: 10 }));
    const { body } = await test.admin.post<{ invoice: InvoiceWithLines }>(
      `/invoices/${wrong.id}/correct`,
      { reason: 'other' },
    );
    const { discount_percent, discount_amount, total_amount } = wrong;
    expect(body.data.invoice).toMatchObject({ discount_percent, discount_amount, total_amount });
  });
});

it('leaves a database in which everything adds up', async () => {
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.filter(({ faults }) => faults > 0)).toEqual([]);
});
