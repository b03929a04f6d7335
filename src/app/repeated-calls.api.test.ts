import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import {
  type AdvanceFixture,
  openAdvanceFixture,
} from '~/modules/billing/advances/server/advances.builders';
import { bulk, done } from '~/modules/records/batches/server/batches.builders';
import { type NoteKind, noteKinds } from '~/modules/billing/credit-notes/credit-notes.fields';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { customerBody, makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody, makeLead } from '~/modules/sales/leads/server/leads.builders';
import { orderBody } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import {
  makeProduct,
  productBody,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeHook } from '~/modules/connections/lead-sources/server/lead-sources.builders';
import { makeKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { serviceBody } from '~/modules/catalogue/services/server/services.builders';
import {
  makeTransfer,
  transferBody,
} from '~/modules/catalogue/transfers/server/transfers.builders';
import {
  deliveriesOf,
  makeWebhook,
  webhookBody,
} from '~/modules/connections/webhooks/server/webhooks.builders';
import { startTestServer, type TestClient, type TestServer } from './testing/test-server';
import { callPath, type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';
import { makeDebtor } from '~/modules/billing/receivables/server/receivables.builders';
import { makeReceipt, receiptBody } from '~/modules/billing/receipts/server/receipts.builders';
import {
  makeQuotation,
  quotationBody,
} from '~/modules/sales/quotations/server/quotations.builders';
import {
  makeDeliverable,
  makeDelivery,
} from '~/modules/sales/deliveries/server/deliveries.builders';
import { makeCount, makeLocation } from '~/modules/catalogue/counts/server/counts.builders';
import { makeLot } from '~/modules/catalogue/products/lots/server/lots.builders';
import {
  goodsReceiptBody,
  makeGoodsReceipt,
} from '~/modules/buying/goods-receipts/server/goods-receipts.builders';
import {
  makeVendorPayment,
  vendorPaymentBody,
} from '~/modules/buying/vendor-payments/server/vendor-payments.builders';
import { billBody, makeBill } from '~/modules/buying/bills/server/bills.builders';
import {
  makePurchaseOrder,
  purchaseBody,
} from '~/modules/buying/purchase-orders/server/purchase-orders.builders';
import { makeVendor, vendorBody } from '~/modules/buying/vendors/server/vendors.builders';
import {
  makePriceList,
  priceListBody,
} from '~/modules/sales/price-lists/server/price-lists.builders';

let mails: MailServer;
let opened: TestDatabase;
let server: TestServer;
let admin: TestClient;
let fixture: AdvanceFixture;

beforeAll(async () => {
  mails = await startMailServer();
  opened = await createTestDatabase();
  server = await startTestServer({ SMTP_URL: mails.url }, {}, opened);
  admin = await server.signIn();
  fixture = await openAdvanceFixture(admin);
});
afterAll(async () => {
  await server.close();
  await mails.close();
  await opened.refuseDeadlocks();
  await opened.drop();
});

type Sent = [path: string, body?: object | undefined, caller?: TestClient];

const invoice = async (status = 'pending') => fixture.invoice(await fixture.order(), status);

const advance = () => fixture.make({ customer_id: fixture.customer.id, amount: 118 });

const quotation = () => makeQuotation(admin, { customer_id: fixture.customer.id });

const receipt = () => makeReceipt(admin, { customer_id: fixture.customer.id });

/** A paid invoice with credit of its customer. */
async function credited(): Promise<number> {
  const paid = await invoice();
  const body = paymentBody({ invoice_id: paid.id, amount: paid.balance_due });
  await makeRecord(admin, '/payments', body);
  await noteFixture(admin, paid).issue([{}]);
  return paid.id;
}

const makers: Record<RecordKind, () => Promise<{ id: number }>> = {
  leads: () => makeLead(admin),
  customers: () => makeCustomer(admin),
  orders: () => fixture.order(),
  deliveries: () => makeDelivery(admin),
  invoices: () => invoice(),
  products: () => makeProduct(admin),
  price_lists: () => makePriceList(admin),
  quotations: () => quotation(),
  receipts: () => receipt(),
  vendors: () => makeVendor(admin),
  bills: () => makeBill(admin),
  goods_receipts: () => makeGoodsReceipt(admin),
  vendor_payments: async () =>
    makeVendorPayment(admin, { vendor_id: (await makeVendor(admin)).id }),
  purchase_orders: () => makePurchaseOrder(admin),
  transfers: () => makeTransfer(admin),
  counts: () => makeCount(admin),
  lots: () => makeLot(admin),
};

async function merge(kind: 'leads' | 'customers' | 'products' | 'vendors'): Promise<Sent> {
  const make = makers[kind];
  const [stored, other] = [await make(), await make()];
  return [`/${kind}/${stored.id}/merge`, { other_id: other.id }];
}

async function noteDraft(kind: NoteKind): Promise<number> {
  return (await noteFixture(admin, await invoice(), kind).make([{}])).id;
}

function ofNotes(kind: NoteKind): Record<string, () => Promise<Sent>> {
  const { path } = noteKinds[kind];
  return {
    [`POST ${path}`]: async () => {
      const { id, items } = await invoice();
      const lines = [{ invoice_line_id: items[0]?.id, quantity: 1 }];
      return [path, { invoice_id: id, reason: 'other', items: lines, status: 'issued' }];
    },
    [`POST ${path}/:id/send`]: async () => [`${path}/${await noteDraft(kind)}/send`],
  };
}

/** An order below the limit of its maker's role. */
async function limitedOrder(): Promise<{ client: TestClient; order: number }> {
  const all = { read: 'all', create: true, update: true } as const;
  const rights = { orders: all, products: all, customers: all, price_lists: all };
  const role_id = (await makeRole(admin, rights)).id;
  const product = (await makeProduct(admin)).id;
  await makePriceList(admin, {
    items: [{ product_id: product, unit_price: 1_000_000 }],
    discount_limits: [{ role_id, percent: 10 }],
  });
  const { client } = await signInNew(server, { role_id });
  const created = await makeRecord<{ id: number }>(
    client,
    '/orders',
    orderBody({ customer: fixture.customer.id, product }),
  );
  return { client, order: created.id };
}

const received = { status: 'received' };
/** What is sent to each call that takes an `Idempotency-Key`; a new call needs its line. */
const recipes: Record<string, () => Promise<Sent>> = {
  'POST /leads': async () => ['/leads', leadBody()],
  'POST /leads/:id/convert': async () => [`/leads/${(await makeLead(admin)).id}/convert`],
  'POST /leads/:id/merge': () => merge('leads'),
  'POST /customers': async () => ['/customers', customerBody()],
  'POST /customers/:id/merge': () => merge('customers'),
  'POST /goods-receipts': async () => ['/goods-receipts', await goodsReceiptBody(admin, received)],
  'POST /goods-receipts/:id/return': async () => {
    const { id, items } = await makeGoodsReceipt(admin, received);
    const body = { items: [{ line_id: items[0]?.id ?? 0, quantity: 1 }] };
    return [`/goods-receipts/${id}/return`, body];
  },
  'POST /vendors': async () => ['/vendors', vendorBody()],
  'POST /vendors/:id/merge': () => merge('vendors'),
  'POST /purchase-orders': async () => ['/purchase-orders', await purchaseBody(admin)],
  'POST /planning/purchase-orders': async () => ['/planning/purchase-orders', {}],
  'POST /purchase-orders/:id/send': async () => {
    const vendor = await makeVendor(admin, { email: 'orders@deccan.example' });
    const { id } = await makePurchaseOrder(admin, { vendor_id: vendor.id });
    return [`/purchase-orders/${id}/send`];
  },
  'POST /purchase-orders/:id/close': async () => {
    const { id, items } = await makePurchaseOrder(admin, { status: 'ordered' });
    const line = { purchase_line_id: items[0]?.id, quantity: 1 };
    await makeGoodsReceipt(admin, { purchase_order_id: id, status: 'received', items: [line] });
    return [`/purchase-orders/${id}/close`];
  },
  'POST /products': async () => ['/products', productBody()],
  'POST /products/:id/merge': () => merge('products'),
  'POST /products/:id/adjust-stock': async () => [
    `/products/${(await makeProduct(admin)).id}/adjust-stock`,
    { adjustment_type: 'in', quantity: 5, reason: 'Counted' },
  ],
  'POST /products/:id/revalue': async () => {
    const { id } = await makeProduct(admin, { stock_quantity: 5 });
    return [`/products/${id}/revalue`, { unit_cost: 12.5 }];
  },
  'POST /locations': async () => ['/locations', { name: `Shed ${Date.now()}` }],
  'POST /transfers': async () => ['/transfers', await transferBody(admin, { status: 'done' })],
  'POST /counts': async () => ['/counts', { location_id: (await makeLocation(admin)).id }],
  'POST /counts/:id/lines': async () => [
    `/counts/${(await makeCount(admin)).id}/lines`,
    { product_id: (await makeProduct(admin)).id },
  ],
  'POST /services': async () => ['/services', serviceBody()],
  'POST /price-lists': async () => ['/price-lists', priceListBody()],
  'POST /quotations': async () => ['/quotations', await quotationBody(admin)],
  'POST /quotations/:id/send': async () => [`/quotations/${(await quotation()).id}/send`],
  'POST /quotations/:id/revise': async () => {
    const { id } = await quotation();
    await admin.put(`/quotations/${id}/status`, { status: 'sent' });
    return [`/quotations/${id}/revise`];
  },
  'POST /quotations/:id/order': async () => {
    const { id } = await quotation();
    await admin.put(`/quotations/${id}/status`, { status: 'sent' });
    return [`/quotations/${id}/order`, { force: true }];
  },
  'POST /orders': async () => {
    const product = (await makeProduct(admin)).id;
    return ['/orders', orderBody({ customer: fixture.customer.id, product })];
  },
  'POST /deliveries': async () => ['/deliveries', { order_id: (await makeDeliverable(admin)).id }],
  'POST /orders/:id/close': async () => {
    const { id: order_id, items } = await makeDeliverable(admin);
    const line = { order_line_id: items[0]?.id, quantity: 1 };
    await makeRecord(admin, '/deliveries', { order_id, items: [line], status: 'dispatched' });
    return [`/orders/${order_id}/close`];
  },
  'POST /invoices': async () => ['/invoices', invoiceBody({ customer_id: fixture.customer.id })],
  'POST /orders/:id/approval-request': async () => {
    const { client, order } = await limitedOrder();
    return [`/orders/${order}/approval-request`, undefined, client];
  },
  'POST /invoices/:id/send': async () => [`/invoices/${(await invoice('draft')).id}/send`],
  'POST /invoices/:id/correct': async () => [
    `/invoices/${(await invoice()).id}/correct`,
    { reason: 'other' },
  ],
  'POST /payments': async () => ['/payments', paymentBody({ invoice_id: (await invoice()).id })],
  'POST /customers/:id/statement/send': async () => [
    `/customers/${(await makeCustomer(admin, { email: 'books@buyer.example' })).id}/statement/send`,
  ],
  'POST /customers/:id/reminders': async () => [`/customers/${await makeDebtor(admin)}/reminders`],
  'POST /invoices/:id/write-off': async () => [
    `/invoices/${(await invoice()).id}/write-off`,
    { amount: 1, reason: 'Bank charges' },
  ],
  'POST /receipts': async () => ['/receipts', receiptBody({ customer_id: fixture.customer.id })],
  'POST /vendors/:id/statement/send': async () => [
    `/vendors/${(await makeVendor(admin, { email: 'books@vendor.example' })).id}/statement/send`,
  ],
  'POST /bills': async () => ['/bills', await billBody(admin, { status: 'open' })],
  'POST /bills/:id/credit': async () => {
    const { id, items } = await makeBill(admin, { status: 'open' });
    const item = { bill_line_id: items[0]?.id, reason: 'price', amount: 1 };
    return [`/bills/${id}/credit`, { items: [item] }];
  },
  'POST /vendor-payments': async () => [
    '/vendor-payments',
    vendorPaymentBody({ vendor_id: (await makeVendor(admin)).id }),
  ],
  'POST /vendor-payments/:id/allocate': async () => {
    const { id: bill_id, vendor_id } = await makeBill(admin, { status: 'open' });
    const { id } = await makeVendorPayment(admin, { vendor_id });
    return [`/vendor-payments/${id}/allocate`, { allocations: [{ bill_id, amount: 10 }] }];
  },
  'POST /receipts/:id/allocate': async () => {
    const { id } = await receipt();
    const allocations = [{ invoice_id: (await invoice()).id, amount: 10 }];
    return [`/receipts/${id}/allocate`, { allocations }];
  },
  'POST /receipts/:id/refund': async () => [
    `/receipts/${(await receipt()).id}/refund`,
    { amount: 1, payment_method: 'cash' },
  ],
  'POST /invoices/:id/credit/set-off': async () => {
    const allocations = [{ invoice_id: (await invoice()).id, amount: 1 }];
    return [`/invoices/${await credited()}/credit/set-off`, { allocations }];
  },
  'POST /invoices/:id/credit/refund': async () => [
    `/invoices/${await credited()}/credit/refund`,
    { amount: 1, payment_method: 'cash' },
  ],
  'POST /advances': async () => [
    '/advances',
    { customer_id: fixture.customer.id, amount: 118, payment_method: 'cash' },
  ],
  'POST /advances/:id/apply': async () => [
    `/advances/${(await advance()).id}/apply`,
    { invoice_id: (await invoice()).id },
  ],
  'POST /advances/:id/refunds': async () => [
    `/advances/${(await advance()).id}/refunds`,
    { payment_method: 'cash' },
  ],
  ...ofNotes('credit'),
  ...ofNotes('debit'),
  ...Object.fromEntries(
    recordKinds.map((kind) => [
      `POST ${callPath(kind)}/:id/notes`,
      async (): Promise<Sent> => [
        `${callPath(kind)}/${(await makers[kind]()).id}/notes`,
        { text: 'They called' },
      ],
    ]),
  ),
  'POST /views': async () => [
    '/views',
    { list: 'leads', name: 'Hot', state: { filters: {}, columns: [], sort: null, layout: 'list' } },
  ],
  'POST /saved-reports': async () => ['/saved-reports', { report: 'sales', name: 'Sales' }],
  'POST /bulk/:list': async () => [
    '/bulk/leads',
    { ids: [(await makeLead(admin)).id], action: 'update', values: { city: 'Pune' } },
  ],
  'POST /api-keys': async () => {
    const { id: role_id } = await makeRole(admin, {});
    return ['/api-keys', { name: 'ERP', role_id }];
  },
  'POST /api-keys/:id/rotate': async () => [`/api-keys/${(await makeKey(admin)).id}/rotate`, {}],
  'POST /custom-fields': async () => [
    '/custom-fields',
    { kind: 'leads', label: `Machine ${randomUUID()}`, type: 'text' },
  ],
  'POST /lead-sources': async () => ['/lead-sources', { name: randomUUID(), type: 'hook' }],
  'POST /lead-sources/:id/token': async () => [
    `/lead-sources/${(await makeHook(admin, { name: randomUUID() })).id}/token`,
  ],
  'POST /webhooks': async () => ['/webhooks', webhookBody()],
  'POST /webhooks/:id/secret': async () => [`/webhooks/${(await makeWebhook(admin)).id}/secret`],
  'POST /webhooks/:id/replay': async () => [
    `/webhooks/${(await makeWebhook(admin)).id}/replay`,
    { from: '2026-01-01T00:00:00Z' },
  ],
  'POST /webhooks/:id/deliveries/:did/replay': async () => {
    const { id } = await makeWebhook(admin, { is_active: false, events: ['lead.created'] });
    await makeLead(admin);
    const held = async () => (await deliveriesOf(admin, id))[0]?.id ?? 0;
    await expect.poll(held, { timeout: 10_000 }).toBeGreaterThan(0);
    await admin.put(`/webhooks/${id}`, { is_active: true });
    return [`/webhooks/${id}/deliveries/${await held()}/replay`];
  },
  'POST /batches/:id/undo': async () => {
    const changed = bulk(admin, 'leads', [(await makeLead(admin)).id], { city: 'Pune' });
    return [`/batches/${(await done(changed)).batch_id}/undo`];
  },
};

it('has a line for each call that takes an Idempotency-Key', () => {
  const declared = server.server.declared
    .filter(({ idempotent }) => idempotent)
    .map(({ method, url }) => `${method} ${url.replace('/api', '')}`);
  expect(Object.keys(recipes).sort()).toEqual(declared.sort());
});

/** All that was written by people and mailed, without the mails of jobs, which come when they come. */
async function loggedActions(): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    `select (select count(*) from audit_log where user_id is not null) as entries,
      (select count(*) from mails where key is null) as mails,
      (select count(*) from batches) as batches`,
  );
  return rows as unknown[];
}

it.each(Object.keys(recipes))('%s answers a repetition as the first time', async (call) => {
  const [path, body, caller = admin] = (await recipes[call]?.()) ?? [''];
  const key = { 'idempotency-key': call };
  const first = await caller.post(path, body, key);
  expect([200, 201], first.body.error).toContain(first.status);
  const before = await loggedActions();
  const again = await caller.post(path, body, key);
  // A secret is shown once.
  const { secret: _secret, ...data } = first.body.data as Record<string, unknown>;
  if (path.startsWith('/api-keys')) delete data['key'];
  const shown = Array.isArray(first.body.data) ? first.body.data : data;
  expect([again.status, again.body]).toEqual([first.status, { ...first.body, data: shown }]);
  expect(await loggedActions()).toEqual(before);
  if (call.endsWith('/send')) expect(first.body.data).toMatchObject({ mail_status: 'accepted' });
});

it.each(Object.keys(recipes))('%s sent eight times at once is never a failure', async (call) => {
  const [path, body, caller = admin] = (await recipes[call]?.()) ?? [''];
  const keys = Array.from({ length: 8 }, (_, n) => ({ 'idempotency-key': `${call} ${n}` }));
  const responses = await Promise.all(keys.map((key) => caller.post(path, body, key)));
  const failed = responses.filter((each) => each.status >= 500 && each.body.code !== 'server.busy');
  expect(failed.map((each) => each.body.error)).toEqual([]);
});
