import { createHash, randomInt } from 'node:crypto';
import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import type { RawResponse } from '../../src/kit/server/testing/raw-http';
import { dataIn, done, formOf, idIn, make, type Person, type Query, until } from './people';
import { type Store, withQuery } from './stage';

/** What someone does, with a key in the record that it makes, so that it can be found there. */
export interface Write {
  kind: WriteKind;
  key: string;
  /** Sends it as a form does; `store` gives a quotation the link that its customer has. */
  send: (person: Person, store: Store) => Promise<RawResponse>;
}

interface Choice {
  key: string;
  customer_id: number;
  product_id: number;
  invoice_id: number;
  order: Reserved;
  bought: Bought;
}

/** A vendor, with much that it still has to bring and much to pay. */
interface Bought {
  vendor_id: number;
  purchase: Reserved;
  bill_id: number;
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

const post =
  (key: string, path: string, body: object): Write['send'] =>
  (person) =>
    person.askJson('POST', path, body, { key });

/** A draft that a second call issues or dispatches. */
const postDraft =
  (key: string, path: string, body: object, status: string): Write['send'] =>
  async (person) => {
    const draft = await person.askJson('POST', path, body, { key });
    if (draft.status !== 201) return draft;
    return person.askJson('PUT', `${path}/${idIn(draft)}/status`, { status });
  };

const paid = { amount: 1.01, payment_method: 'cash', payment_date: '2026-08-01' };
const receiptOf = ({ id, line }: Reserved) => ({
  purchase_order_id: id,
  items: [{ purchase_line_id: line, quantity: 1 }],
});

const writes = {
  lead: ({ key }) => post(key, '/leads', { company_name: key, contact_person: 'Meera Kulkarni' }),
  order: ({ key, customer_id, product_id }) => {
    const items = [lineOf(product_id), lineOf(product_id)];
    return post(key, '/orders', { customer_id, items, notes: key });
  },
  invoice: (choice) => post(choice.key, '/invoices', { ...invoiceOf(choice), status: 'pending' }),
  issue: (choice) => postDraft(choice.key, '/invoices', invoiceOf(choice), 'pending'),
  payment: ({ key, invoice_id }) =>
    post(key, '/payments', { ...paid, invoice_id, reference_number: key }),
  stock: ({ key, product_id }) => {
    const adjustment = { adjustment_type: 'in', quantity: 1, reason: key };
    return post(key, `/products/${product_id}/adjust-stock`, adjustment);
  },
  import: ({ key }) => {
    const csv = `product_name,sku_code,unit_price,stock_quantity\n${key},${key},1.50,7\n`;
    return (person) => person.ask({ ...formOf(csv), path: '/api/products/import' });
  },
  mail: ({ key, invoice_id }) => post(key, `/invoices/${invoice_id}/send`, {}),
  dispatch: ({ key, order: { id, line } }) => {
    const items = [{ order_line_id: line, quantity: 1 }];
    return postDraft(key, '/deliveries', { order_id: id, items, notes: key }, 'dispatched');
  },
  accept: (choice) => (person, store) => acceptQuotation(person, store, choice),
  receive: ({ key, bought: { purchase } }) =>
    postDraft(key, '/goods-receipts', { ...receiptOf(purchase), notes: key }, 'received'),
  takeBack: ({ key, bought: { purchase } }) => {
    const receipt = { ...receiptOf(purchase), vendor_challan: key, status: 'received' };
    return postDraft(key, '/goods-receipts', receipt, 'cancelled');
  },
  book: ({ key, bought: { vendor_id } }) => {
    const items = [{ description: 'Die repair', quantity: 1, unit_price: 12.35 }];
    return postDraft(key, '/bills', { vendor_id, bill_number: key, items }, 'open');
  },
  pay: ({ key, bought: { vendor_id, bill_id } }) =>
    post(key, '/vendor-payments', {
      ...paid,
      vendor_id,
      allocations: [{ bill_id, amount: paid.amount, round_off: 0 }],
      reference_number: key,
    }),
} satisfies Record<string, (choice: Choice) => Write['send']>;

type WriteKind = keyof typeof writes;

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

const some = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));

/** What all of them work on. */
export type Ground = Awaited<ReturnType<typeof makeGround>>;

/** Makes what the writes need; by GST mostly invoices are issued. */
export async function makeGround(person: Person, taxMode: TaxMode = 'single') {
  const terms = taxMode === 'gst' ? await changeToGst(person) : { customer: {}, product: {} };
  const customers = await some(3, (at) =>
    make(person, '/customers', {
      ...terms.customer,
      company_name: `Deccan Pumps ${at}`,
      contact_person: 'Meera Kulkarni',
      email: `accounts${at}@deccan.example`,
    }),
  );
  const products = await some(4, (at) =>
    make(person, '/products', {
      ...terms.product,
      product_name: `Hex Bolt M${at}`,
      sku_code: `BLT-${Date.now()}-${at}`,
      unit_price: 12.35,
      stock_quantity: 900_000,
    }),
  );
  const documentOf = (at: number, line: object) => ({
    customer_id: customers[at % customers.length],
    items: [{ product_id: products[at], ...line }],
  });
  const sold = { quantity: 1000, unit_price: 1000, description: 'Dies' };
  const invoices = await some(4, (at) =>
    make(person, '/invoices', { ...documentOf(at, sold), status: 'pending' }),
  );
  const reserved = { quantity: 100_000, unit_price: 12.35 };
  const orders = await some(4, (at) => makeOrder(person, documentOf(at, reserved)));
  const vendors = await some(2, (at) => makeVendor(person, at, products[at]));
  return {
    customers,
    products,
    invoices,
    orders,
    vendors,
    kinds: taxMode === 'gst' ? issuing : usual,
  };
}

async function makeVendor(person: Person, at: number, product_id = 0): Promise<Bought> {
  const vendor_id = await make(person, '/vendors', { company_name: `Deccan Steel ${at}` });
  const items = [{ product_id, quantity: 100_000, unit_price: 10 }];
  const ordered = { vendor_id, status: 'ordered', items };
  const response = await done(person.askJson('POST', '/purchase-orders', ordered));
  const bill_id = await make(person, '/bills', {
    vendor_id,
    status: 'open',
    bill_number: `DST/${at}`,
    items: [{ description: 'Dies', quantity: 1000, unit_price: 1000 }],
  });
  const { id, items: lines } = dataIn<{ id: number; items: { id: number }[] }>(response);
  return { vendor_id, bill_id, purchase: { id, line: lines[0]?.id ?? 0 } };
}

/** Makes a confirmed order; `line` is its first. */
export async function makeOrder(person: Person, sent: object): Promise<Reserved> {
  const path = `/orders/${await make(person, '/orders', sent)}/status`;
  const response = await done(person.askJson('PUT', path, { status: 'confirmed' }));
  const { id, items } = dataIn<{ id: number; items: { id: number }[] }>(response);
  return { id, line: items[0]?.id ?? 0 };
}

/** A kind that is listed twice is done twice as often. */
const moving = ['dispatch', 'accept'] as const;
const buying = ['receive', 'takeBack', 'book', 'pay'] as const;
const twice = ['lead', 'order', 'invoice', 'payment', 'stock', ...moving, ...buying] as const;
const usual: readonly WriteKind[] = [...twice, ...twice, 'order', 'import', 'mail'];
const issued = ['issue', 'issue', 'issue', 'invoice'] as const;
const issuing: readonly WriteKind[] = [...issued, ...moving, 'payment', 'mail'];

const pick = <T>(choices: readonly T[]): T => {
  const chosen = choices[randomInt(choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
};

/** The next thing that someone does. */
export function nextWrite(ground: Ground, key: string): Write {
  const kind = pick(ground.kinds);
  const send = writes[kind]({
    key,
    customer_id: pick(ground.customers),
    product_id: pick(ground.products),
    invoice_id: pick(ground.invoices),
    order: pick(ground.orders),
    bought: pick(ground.vendors),
  });
  return { kind, key, send };
}

/** Makes a quotation, and accepts it as its customer does, behind a link whose token follows from the key. */
async function acceptQuotation(
  person: Person,
  store: Store,
  { key, customer_id, product_id }: Choice,
): Promise<RawResponse> {
  const body = { customer_id, items: [lineOf(product_id)] };
  const created = await person.askJson('POST', '/quotations', body, { key });
  if (created.status !== 201) return created;
  const path = `/quotations/${idIn(created)}`;
  const now = await person.askJson('GET', path);
  if (now.status !== 200) return now;
  if (dataIn<{ status: string }>(now).status === 'draft') {
    const sent = await person.askJson('PUT', `${path}/status`, { status: 'sent' });
    if (sent.status !== 200) return sent;
  }
  const token = createHash('sha256').update(key).digest('base64url');
  await giveLink(store, idIn(created), token);
  return person.askJson('POST', `/public/quotations/${token}/accept`, { name: key });
}

/** Gives a quotation the link of a token, as soon as the database is there. */
export async function giveLink(store: Store, id: number, token: string): Promise<void> {
  const link = 'update quotations set link_digest = sha256($1) where id = $2';
  await until('the link', () => withQuery(store, (query) => query(link, [token, id])));
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
       union all select notes from goods_receipts where status = 'received'
       union all select vendor_challan from goods_receipts where status = 'cancelled'
       union all select bill_number from bills where status <> 'draft'
       union all select reference_number from vendor_payments
       union all select a.after->>'decided_by_name' from activity a join quotations q on q.id = a.record_id
         where a.entity = 'quotations' and a.action = 'accepted' and q.status = 'accepted'
     ) done where key = any ($1) group by key`,
    [keys],
  );
  return new Map(rows.map(({ key, times }) => [key, times]));
}
