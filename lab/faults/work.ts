import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import type { RawResponse } from '../../src/kit/server/testing/raw-http';
import { dataIn, done, formOf, idIn, make, type Person, type Query } from './people';
import type { Random } from './random';
import { type Store, withQuery } from './stage';

/** What someone does, with a key in the record that it makes, so that it can be found there. */
export interface Write {
  kind: WriteKind;
  key: string;
  path: string;
  /** A text is a file. */
  body: object | string;
}

interface Choice {
  key: string;
  customer_id: number;
  product_id: number;
  invoice_id: number;
  order: Reserved;
}

/** An order with much to deliver. */
interface Reserved {
  id: number;
  line: number;
}

const lineOf = (product_id: number) => ({ product_id, quantity: 2, unit_price: 12.35 });
const invoiceOf = ({ key, customer_id, product_id }: Choice) => ({
  customer_id,
  items: [{ ...lineOf(product_id), description: 'Die repair' }],
  notes: key,
});

const writes = {
  lead: ({ key }) => ['/leads', { company_name: key, contact_person: 'Meera Kulkarni' }],
  order: ({ key, customer_id, product_id }) => {
    const items = [lineOf(product_id), lineOf(product_id)];
    return ['/orders', { customer_id, items, notes: key }];
  },
  invoice: (choice) => ['/invoices', { ...invoiceOf(choice), status: 'pending' }],
  issue: (choice) => ['/invoices', invoiceOf(choice)],
  payment: ({ key, invoice_id }) => {
    const paid = { amount: 1.01, payment_method: 'cash', payment_date: '2026-08-01' };
    return ['/payments', { ...paid, invoice_id, reference_number: key }];
  },
  stock: ({ key, product_id }) => {
    const adjustment = { adjustment_type: 'in', quantity: 1, reason: key };
    return [`/products/${product_id}/adjust-stock`, adjustment];
  },
  import: ({ key }) => {
    const csv = `product_name,sku_code,unit_price,stock_quantity\n${key},${key},1.50,7\n`;
    return ['/products/import', csv];
  },
  mail: ({ invoice_id }) => [`/invoices/${invoice_id}/send`, {}],
  dispatch: ({ key, order: { id, line } }) => {
    const items = [{ order_line_id: line, quantity: 1 }];
    return ['/deliveries', { order_id: id, items, notes: key }];
  },
  accept: ({ customer_id, product_id }) => {
    return ['/quotations', { customer_id, items: [lineOf(product_id)] }];
  },
} satisfies Record<string, (choice: Choice) => [path: string, body: object | string]>;

type WriteKind = keyof typeof writes;

/** What all of them work on. */
export interface Ground {
  customers: readonly number[];
  products: readonly number[];
  /** Issued ones, to pay and to mail. */
  invoices: readonly number[];
  /** Confirmed ones, to dispatch. */
  orders: readonly Reserved[];
  /** The kinds of work; a kind that is listed twice is done twice as often. */
  kinds: readonly WriteKind[];
}

/** The company taxes by GST, and its customers and products have what an invoice needs to be issued. */
async function changeToGst(person: Person): Promise<{ customer: object; product: object }> {
  const address = { billing_address: '2 Ring Road', city: 'Pune' };
  const company = { company_name: 'Deccan Fasteners', tax_id: '27AAPFU0939F1ZV' };
  await person.askJson('PUT', '/billing/profile', { ...company, ...address, zip_code: '411002' });
  await person.askJson('PUT', '/settings', { tax_mode: 'gst', turnover_band: 'up_to_5_crore' });
  const classes = await done(person.askJson('GET', '/tax-classes'));
  const found = dataIn<{ id: number; name: string }[]>(classes);
  const tax_class_id = found.find(({ name }) => name === 'GST 18%')?.id;
  return {
    customer: { gst_category: 'unregistered', state_code: '27', ...address },
    product: { hsn_code: '731815', tax_class_id },
  };
}

/** Makes what the writes need; by GST mostly invoices are issued. */
export async function makeGround(person: Person, taxMode: TaxMode = 'single'): Promise<Ground> {
  const terms = taxMode === 'gst' ? await changeToGst(person) : { customer: {}, product: {} };
  const customers = await makeSome(person, '/customers', 3, (at) => ({
    ...terms.customer,
    company_name: `Deccan Pumps ${at}`,
    contact_person: 'Meera Kulkarni',
    email: `accounts${at}@deccan.example`,
  }));
  const products = await makeSome(person, '/products', 4, (at) => ({
    ...terms.product,
    product_name: `Hex Bolt M${at}`,
    sku_code: `BLT-${Date.now()}-${at}`,
    unit_price: 12.35,
    stock_quantity: 900_000,
  }));
  const invoices = await makeSome(person, '/invoices', 4, (at) => ({
    customer_id: customers[at % customers.length],
    items: [{ product_id: products[at], quantity: 1000, unit_price: 1000, description: 'Dies' }],
    status: 'pending',
  }));
  const orders = await makeOrders(person, { customers, products });
  return { customers, products, invoices, orders, kinds: taxMode === 'gst' ? issuing : usual };
}

async function makeOrders(
  person: Person,
  { customers, products }: Pick<Ground, 'customers' | 'products'>,
): Promise<Reserved[]> {
  const ids = await makeSome(person, '/orders', 4, (at) => ({
    customer_id: customers[at % customers.length],
    items: [{ product_id: products[at], quantity: 100_000, unit_price: 12.35 }],
  }));
  const orders: Reserved[] = [];
  for (const id of ids) {
    const response = await person.askJson('PUT', `/orders/${id}/status`, { status: 'confirmed' });
    const { items } = dataIn<{ items: { id: number }[] }>(response);
    orders.push({ id, line: items[0]?.id ?? 0 });
  }
  return orders;
}

async function makeSome(
  person: Person,
  path: string,
  count: number,
  bodyOf: (at: number) => object,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await make(person, path, bodyOf(ids.length)));
  return ids;
}

const moving = ['dispatch', 'accept'] as const;
const twice = ['lead', 'order', 'invoice', 'payment', 'stock', ...moving] as const;
const usual: readonly WriteKind[] = [...twice, ...twice, 'order', 'import', 'mail'];
const issued = ['issue', 'issue', 'issue', 'invoice'] as const;
const issuing: readonly WriteKind[] = [...issued, ...moving, 'payment', 'mail'];

/** The next thing that someone does. */
export function nextWrite(ground: Ground, key: string, random: Random): Write {
  const kind = random.pick(ground.kinds);
  const [path, body] = writes[kind]({
    key,
    customer_id: random.pick(ground.customers),
    product_id: random.pick(ground.products),
    invoice_id: random.pick(ground.invoices),
    order: random.pick(ground.orders),
  });
  return { kind, key, path, body };
}

/** What a draft becomes by a second call. */
const nextStatus: Partial<Record<WriteKind, string>> = { issue: 'pending', dispatch: 'dispatched' };

/** Sends a write as a form does; a draft that is to be issued or dispatched takes two calls. */
export async function sendWrite(
  person: Person,
  write: Write,
  { store, timeoutMs }: { store: Store; timeoutMs?: number },
): Promise<RawResponse> {
  const { kind, path, body, key } = write;
  const status = nextStatus[kind];
  if (status !== undefined) {
    const draft = await person.askJson('POST', path, body, { key, timeoutMs });
    if (draft.status !== 201) return draft;
    return person.askJson('PUT', `${path}/${idIn(draft)}/status`, { status }, { timeoutMs });
  }
  if (kind === 'accept') return accept(person, write, { store, timeoutMs });
  return typeof body === 'object'
    ? person.askJson('POST', path, body, { key, timeoutMs })
    : person.ask({ ...formOf(body), path: `/api${path}` }, timeoutMs);
}

/** Makes a quotation, and accepts it as its customer does, behind a link whose token follows from the key. */
async function accept(
  person: Person,
  { path, body, key }: Write,
  { store, timeoutMs }: { store: Store; timeoutMs: number | undefined },
): Promise<RawResponse> {
  const created = await person.askJson('POST', path, body, { key, timeoutMs });
  if (created.status !== 201) return created;
  const own = `${path}/${idIn(created)}`;
  const now = await person.askJson('GET', own, undefined, { timeoutMs });
  if (now.status !== 200) return now;
  if (dataIn<{ status: string }>(now).status === 'draft') {
    const sent = await person.askJson('PUT', `${own}/status`, { status: 'sent' }, { timeoutMs });
    if (sent.status !== 200) return sent;
  }
  const token = createHash('sha256').update(key).digest('base64url');
  await giveLink(store, idIn(created), token);
  return person.askJson('POST', `/public${path}/${token}/accept`, { name: key }, { timeoutMs });
}

/** Gives a quotation the link of a token, as soon as the database is there. */
export async function giveLink(store: Store, id: number, token: string): Promise<void> {
  const link = 'update quotations set link_digest = sha256($1) where id = $2';
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withQuery(store, (query) => query(link, [token, id]));
      return;
    } catch (error) {
      if (attempt === 600) throw error;
      await sleep(100);
    }
  }
}

/** How often each of these writes has been done, by its key. */
export async function countDone(
  query: Query,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await query<{ key: string; times: number }>(
    `select key, count(*)::integer as times from (
       select company_name as key from leads union all select notes from orders
       union all select notes from invoices union all select reference_number from payments
       union all select reason from stock_movements union all select sku_code from products
       union all select notes from deliveries where status = 'dispatched'
       union all select a.after->>'decided_by_name' from activity a join quotations q on q.id = a.record_id
         where a.entity = 'quotations' and a.action = 'accepted' and q.status = 'accepted'
     ) done where key = any ($1) group by key`,
    [keys],
  );
  return new Map(rows.map(({ key, times }) => [key, times]));
}
