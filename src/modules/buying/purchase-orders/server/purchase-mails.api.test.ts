import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { becomeGstCompany } from '~/modules/sales/customers/server/gst-company.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { PurchaseOrderWithItems } from '../purchase-orders.fields';
import { makePurchaseOrder } from './purchase-orders.builders';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
/** What the mail server says to the next recipients; what is not said is accepted. */
const replyCodes: number[] = [];

beforeAll(async () => {
  mails = await startMailServer({}, replyCodes);
  server = await startTestServer({ SMTP_URL: mails.url });
  admin = await server.signIn();
  await admin.put('/billing/profile', { company_name: 'Sahyadri Components' });
  const news = 'Company details in Manufacturing CRM';
  const hasArrived = () => mails.received.some(({ subject }) => subject === news);
  await vi.waitUntil(hasArrived, { timeout: 20_000 });
  // The first file takes long.
  await admin.get(`/purchase-orders/${(await makePurchaseOrder(admin)).id}/pdf`);
}, 90_000);
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const send = (id: number) => admin.post<PurchaseOrderWithItems>(`/purchase-orders/${id}/send`);
const pdfText = async (id: number) =>
  (await pagesOf((await admin.get(`/purchase-orders/${id}/pdf`)).content)).join(' ');
const ofVendor = async (values: object) => (await makeVendor(admin, values)).id;

describe('sending a purchase order', () => {
  it('mails a draft to its vendor and makes it ordered', async () => {
    const vendor_id = await ofVendor({
      email: 'sales@deccan.example',
      contact_person: 'Nikhil Joshi',
    });
    const order = await makePurchaseOrder(admin, {
      vendor_id,
      expected_date: '2031-01-31',
      notes: 'Ours alone',
    });
    const sent = (await send(order.id)).body.data;
    expect(sent).toMatchObject({
      status: 'ordered',
      mail_status: 'accepted',
      mail_error: null,
      revision: 0,
    });
    const [mail] = mails.received;
    expect(mail?.subject).toBe(`Purchase Order ${order.purchase_number} from Sahyadri Components`);
    expect(mail?.text).toContain('Dear Nikhil Joshi,');
    const pages = (await pagesOf(mail?.attachments[0]?.content ?? Buffer.alloc(0))).join(' ');
    expect(pages).toContain('PURCHASE ORDER');
    expect(pages).not.toContain('DRAFT');
    expect(pages).not.toContain('Ours alone');
    expect(JSON.stringify((await admin.get(`/vendors/${vendor_id}/products`)).body.data)).toContain(
      '"price":25',
    );
    await admin.put(`/purchase-orders/${order.id}`, { expected_date: '2031-02-28' });
    expect((await send(order.id)).body.data).toMatchObject({ status: 'ordered', revision: 1 });
    expect(mails.received.at(-1)?.subject).toContain(`${order.purchase_number} R1`);
    expect(await pdfText(order.id)).toMatch(/Revision\s+1/);
  });

  it('leaves a draft where the mail is refused, and says so on its row', async () => {
    const order = await makePurchaseOrder(admin, {
      vendor_id: await ofVendor({ email: 'full@deccan.example' }),
    });
    replyCodes.push(550);
    expect(await send(order.id)).toMatchObject({
      status: 502,
      body: { code: 'purchase_order.mail_rejected' },
    });
    const row = (await admin.get<PurchaseOrderWithItems>(`/purchase-orders/${order.id}`)).body.data;
    expect(row).toMatchObject({
      status: 'draft',
      mail_status: 'failed',
      mail_error: expect.any(String),
    });
    expect(await pdfText(order.id)).toContain('DRAFT');
  });

  it('needs an address, and an order that is not cancelled', async () => {
    const order = await makePurchaseOrder(admin, {
      vendor_id: await ofVendor({ email: null }),
      status: 'ordered',
    });
    expect(await send(order.id)).toMatchObject({
      status: 400,
      body: { code: 'purchase_order.recipient_missing', details: [{ record: { type: 'vendor' } }] },
    });
    await admin.put(`/purchase-orders/${order.id}/status`, { status: 'cancelled' });
    expect((await send(order.id)).body.code).toBe('purchase_order.cancelled');
    expect(await pdfText(order.id)).toContain('CANCELLED');
    expect(mails.received).toEqual([]);
  });
});

describe('what others know of a purchase order', () => {
  it('is found by number and vendor, and is on the timeline of its vendor', async () => {
    const vendor_id = await ofVendor({ company_name: 'Konkan Alloys' });
    const order = await makePurchaseOrder(admin, { vendor_id });
    const [product] = order.items;
    const found = JSON.stringify((await admin.get(`/search?q=${order.purchase_number}`)).body.data);
    expect(found).toContain(`"label":"${order.purchase_number}"`);
    const timeline = await admin.get(`/vendors/${vendor_id}/timeline`);
    expect(JSON.stringify(timeline.body.data)).toContain(`Purchase Order ${order.purchase_number}`);
    await admin.put(`/vendors/${vendor_id}`, { is_active: false });
    expect(await admin.delete(`/vendors/${vendor_id}`)).toMatchObject({
      status: 409,
      body: { details: [{ record: { type: 'purchase_order', id: order.id } }] },
    });
    expect((await admin.delete(`/products/${product?.product_id}`)).status).toBe(409);
    const history = await admin.get(`/history/purchase-orders/${order.id}`);
    expect(history.status).toBe(200);
    await makeRecord(admin, `/purchase-orders/${order.id}/notes`, { text: 'Asked twice' });
  });

  it('changes and goes with many, and comes back', async () => {
    const created = [
      await makePurchaseOrder(admin),
      await makePurchaseOrder(admin, { status: 'ordered' }),
    ];
    const ids = created.map(({ id }) => id);
    const changed = await done(bulk(admin, 'purchase_orders', ids, { reference: 'Q 12' }));
    expect(changed.results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await admin.get(`/purchase-orders/${ids[0]}`)).toMatchObject({
      body: { data: { reference: 'Q 12' } },
    });
    const removed = await done(bulk(admin, 'purchase_orders', ids, null));
    expect(removed.results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await done(undo(admin, removed.batch_id));
    const again = await admin.get<PurchaseOrderWithItems>(`/purchase-orders/${ids[0]}`);
    expect(again.body.data).toMatchObject({ status: 'draft', items: [{ quantity: 4 }] });
  });
});

describe('taxing a purchase order by GST', () => {
  const line = {
    product_id: 0,
    quantity: 3,
    unit_price: 99.99,
    hsn_code: '731815',
    tax_class_id: 0,
  };
  const company = completeGstin('27AAPFU0939F1Z');
  const [within, between] = [
    { cgst_amount: 27, sgst_amount: 27, igst_amount: 0, tax_amount: 54 },
    { cgst_amount: 0, sgst_amount: 0, igst_amount: 53.99, tax_amount: 53.99 },
  ];
  const none = {
    cgst_amount: 0,
    sgst_amount: 0,
    igst_amount: 0,
    tax_amount: 0,
    total_amount: 299.97,
  };

  beforeAll(async () => {
    line.tax_class_id = (await becomeGstCompany(admin)).tax_class_id ?? 0;
    line.product_id = (await makeProduct(admin)).id;
  });

  it.each([
    [{ gstin: completeGstin('27AAGCB7383J1Z') }, {}, within],
    [{ gstin: completeGstin('29AAGCB7383J1Z') }, {}, between],
    [{ state_code: '29' }, {}, between],
    [{ gst_category: 'sez', gstin: completeGstin('27AAGCB7383J1Z') }, {}, between],
    [{ gst_category: 'unregistered', state_code: '27' }, {}, none],
    [{ gst_category: 'unregistered', state_code: '27' }, { reverse_charge: true }, within],
    [{ gst_category: 'composition', gstin: completeGstin('29AAGCB7383J1Z') }, {}, none],
    [{ gst_category: 'overseas', state_code: '96' }, {}, none],
    [{ gst_category: 'overseas', state_code: '96' }, { reverse_charge: true }, between],
  ])('of the vendor %j with %j', async (vendor, own, expected) => {
    const vendor_id = await ofVendor(vendor);
    const order = await makePurchaseOrder(admin, { vendor_id, items: [line], ...own });
    expect(order).toMatchObject({
      tax_mode: 'gst',
      place_of_supply: '27',
      subtotal: 299.97,
      ...expected,
    });
    const { product_id, quantity, unit_price, hsn_code, tax_class_id } = line;
    const preview = await admin.post('/purchase-orders/tax-preview', {
      vendor_id,
      lines: [{ product_id, quantity, unit_price, hsn_code, tax_class_id }],
      ...own,
    });
    expect(preview).toMatchObject({
      status: 200,
      body: { data: { subtotal: 299.97, ...expected } },
    });
  });

  it('prints the split, and keeps it until something of it changes', async () => {
    expect(company).toMatch(/^27/);
    const vendor_id = await ofVendor({ gstin: completeGstin('29AAGCB7383J1Z') });
    const order = await makePurchaseOrder(admin, { vendor_id, items: [line], status: 'ordered' });
    const text = await pdfText(order.id);
    expect(text).toContain('IGST');
    expect(text).toContain('29AAGCB7383J1Z');
    await admin.put(`/vendors/${vendor_id}`, { gstin: completeGstin('27AAGCB7383J1Z') });
    const noted = await admin.put<PurchaseOrderWithItems>(`/purchase-orders/${order.id}`, {
      notes: 'Moved',
    });
    expect(noted.body.data).toMatchObject(between);
    const changed = await admin.put<PurchaseOrderWithItems>(`/purchase-orders/${order.id}`, {
      items: [{ ...line, quantity: 6 }],
    });
    expect(changed.body.data).toMatchObject({ igst_amount: 0, subtotal: 599.94 });
  });
});
