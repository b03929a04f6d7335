import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { startTestServer, type TestClient, type TestServer } from './testing/test-server';

let opened: TestDatabase;
let server: TestServer;
let admin: TestClient;
/** A second administrator: bulk changes of one person wait for each other. */
let other: TestClient;

beforeAll(async () => {
  opened = await createTestDatabase();
  server = await startTestServer({}, {}, opened);
  admin = await server.signIn();
  await openAdvanceFixture(admin);
  other = (await signInNew(server, { role: 'admin' })).client;
});
afterAll(async () => {
  await server.close();
  await opened.refuseDeadlocks();
  await opened.drop();
});

type Call = () => Promise<{ status: number; body: { code: string; error: string } }>;

const idOf = async (path: string, body: object) =>
  (await makeRecord<{ id: number }>(admin, path, body)).id;

/** A customer with one of each document, of two products, and what people do with them. */
async function openAccount() {
  const values = { stock_quantity: 500 };
  const [product, second] = [await makeProduct(admin, values), await makeProduct(admin, values)];
  const [customer, duplicate] = [(await makeCustomer(admin)).id, (await makeCustomer(admin)).id];
  const items = [itemOf(second.id, 4), itemOf(product.id, 4)];
  const order = () =>
    makeRecord<OrderWithLines>(admin, '/orders', { customer_id: customer, items });
  const [open, ordered] = [await order(), await order()];
  await admin.put(`/orders/${open.id}/status`, { status: 'confirmed' });
  const gear = [{ description: 'Gear', quantity: 5, unit_price: 100 }];
  const invoice = () => idOf('/invoices', { customer_id: customer, items: gear });
  return {
    product: product.id,
    second: second.id,
    customer,
    duplicate,
    items,
    order: ordered.id,
    confirmed: open.id,
    line: open.items[0]?.id,
    delivery: await idOf('/deliveries', { order_id: open.id }),
    draft: await invoice(),
    invoice: await invoice(),
    receipt: (await makeReceipt(admin, { customer_id: customer })).id,
    lead: (await makeLead(admin)).id,
  };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

async function sentQuotation(account: Account, party: object): Promise<number> {
  const { id } = await makeQuotation(admin, { items: [itemOf(account.product, 1)], ...party });
  await admin.put(`/quotations/${id}/status`, { status: 'sent' });
  return id;
}

/** What is done at once; each several times. */
type Crowd = (account: Account) => Promise<Call[]> | Call[];

const documents: Crowd = async (account) => {
  const { customer: customer_id, order, confirmed, draft, invoice, items, receipt } = account;
  const quotation = await sentQuotation(account, { customer_id });
  const allocations = [{ invoice_id: invoice, amount: 1 }];
  return [
    () => admin.put(`/orders/${order}`, { items }),
    () => admin.put(`/orders/${confirmed}/status`, { status: 'shipped' }),
    () => admin.post('/deliveries', { order_id: confirmed }),
    () => admin.post('/advances', { order_id: order, amount: 1, payment_method: 'cash' }),
    () => admin.put(`/invoices/${draft}`, { notes: 'Call first' }),
    () => admin.put(`/invoices/${draft}/status`, { status: 'pending' }),
    () => admin.post(`/receipts/${receipt}/allocate`, { allocations }),
    () => admin.post(`/quotations/${quotation}/order`, { force: true }),
    () => admin.post('/orders', { customer_id, items }),
    () => admin.post('/receipts', { customer_id, amount: 5, payment_method: 'cash', allocations }),
  ];
};

const crowds: Record<string, Crowd> = {
  'a merge of the customer and its documents': async (account) => [
    ...(await documents(account)),
    () => admin.post(`/customers/${account.duplicate}/merge`, { other_id: account.customer }),
    () => admin.post(`/customers/${account.customer}/merge`, { other_id: account.duplicate }),
  ],
  'the undo of such a merge and its documents': async (account) => {
    const calls = await documents(account);
    const merge = `/customers/${account.duplicate}/merge`;
    const merged = await admin.post<{ batch_id: number }>(merge, { other_id: account.customer });
    return [...calls, () => admin.post(`/batches/${merged.body.data.batch_id}/undo`)];
  },
  'a merge of leads and their quotations': async (account) => {
    const lead_id = (await makeLead(admin)).id;
    const quotations = [
      await sentQuotation(account, { lead_id }),
      await sentQuotation(account, { lead_id }),
    ];
    return [
      () => admin.post(`/leads/${account.lead}/merge`, { other_id: lead_id }),
      ...quotations.map(
        (id): Call =>
          () =>
            admin.post(`/quotations/${id}/order`, { force: true }),
      ),
      () => admin.post(`/leads/${lead_id}/convert`),
    ];
  },
  'a lead that becomes the customer of an order, and its quotations': (account) => [
    () => admin.post(`/leads/${account.lead}/convert`, { customer_id: account.customer }),
    () => admin.post('/quotations', { lead_id: account.lead, items: account.items }),
    () => admin.put(`/orders/${account.confirmed}/status`, { status: 'shipped' }),
    () => admin.put(`/orders/${account.confirmed}/status`, { status: 'processing' }),
  ],
  'deliveries many at once, one by one, and by their order': ({ delivery, confirmed }) => {
    const bulk = { ids: [delivery], action: 'update', values: { status: 'dispatched' } };
    return [
      () => other.post('/bulk/deliveries', bulk),
      () => admin.put(`/deliveries/${delivery}`, { notes: 'Call first' }),
      () => admin.put(`/orders/${confirmed}/status`, { status: 'shipped' }),
      () => admin.put(`/orders/${confirmed}/status`, { status: 'processing' }),
    ];
  },
  'a merge of products, their stock and their orders': (account) => {
    const { product, second, customer: customer_id, items, order, confirmed, line } = account;
    const parts = [{ order_line_id: line, quantity: 1 }];
    const stock = { adjustment_type: 'in', quantity: 1, reason: 'Counted' };
    const sent = { ids: [product, second], action: 'update', values: { reorder_level: 3 } };
    return [
      () => admin.post(`/products/${product}/merge`, { other_id: second }),
      () => admin.post(`/products/${second}/merge`, { other_id: product }),
      () => admin.post(`/products/${second}/adjust-stock`, stock),
      () => admin.post('/orders', { customer_id, items: items.toReversed() }),
      () => admin.put(`/orders/${order}`, { items: items.toReversed() }),
      () => admin.post('/deliveries', { order_id: confirmed, items: parts, status: 'dispatched' }),
      () => other.post('/bulk/products', sent),
      () => admin.put(`/products/${product}`, { is_active: false }),
    ];
  },
  'an invoice that is paid, written off, credited and cancelled': async (account) => {
    const { invoice: invoice_id, receipt, customer: customer_id } = account;
    await admin.put(`/invoices/${invoice_id}/status`, { status: 'pending' });
    const allocations = [{ invoice_id, amount: 1 }];
    const advance = { customer_id, amount: 9, payment_method: 'cash' };
    const id = await idOf('/advances', advance);
    return [
      () => admin.post('/payments', paymentBody({ invoice_id, amount: 1 })),
      () => admin.post(`/invoices/${invoice_id}/write-off`, { amount: 1, reason: 'Charges' }),
      () => admin.post(`/receipts/${receipt}/allocate`, { allocations }),
      () => admin.put(`/receipts/${receipt}/status`, { status: 'cancelled' }),
      () => admin.post(`/receipts/${receipt}/refund`, { amount: 1, payment_method: 'cash' }),
      () => admin.post(`/advances/${id}/apply`, { invoice_id, amount: 1 }),
      () => admin.put(`/invoices/${invoice_id}/status`, { status: 'cancelled' }),
    ];
  },
};

it.each(Object.entries(crowds))('%s at once never wait for each other', async (_name, open) => {
  const calls = await open(await openAccount());
  const all = [0, 1, 2, 3].flatMap((n) => [...calls.slice(n), ...calls.slice(0, n)]);
  const responses = await Promise.all(all.map((call) => call()));
  const failed = responses.filter(
    ({ status, body }) => status >= 500 && body.code !== 'server.busy',
  );
  expect(failed.map(({ body }) => body.error)).toEqual([]);
  expect(responses.some(({ status }) => status < 300)).toBe(true);
});
