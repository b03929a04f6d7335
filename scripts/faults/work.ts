import type { Answer } from './http';
import type { Person, Query } from './people';
import type { Random } from './random';

/** What a write is called in the record that it makes, so that it can be found there. */
export interface Write {
  kind: WriteKind;
  key: string;
  method: string;
  path: string;
  body?: object;
  /** A file instead of a body. */
  csv?: string;
}

export type WriteKind = 'lead' | 'order' | 'invoice' | 'payment' | 'stock' | 'import' | 'mail';

/** What all of them work on. */
export interface Ground {
  customers: readonly number[];
  products: readonly number[];
  /** Issued ones, to pay and to mail. */
  invoices: readonly number[];
}

const today = '2026-11-20';

/** Makes what the writes need. */
export async function makeGround(person: Person): Promise<Ground> {
  const customers = await makeSome(person, '/customers', 3, (at) => ({
    company_name: `Deccan Pumps ${at}`,
    contact_person: 'Meera Kulkarni',
    email: `accounts${at}@deccan.example`,
  }));
  const products = await makeSome(person, '/products', 4, (at) => ({
    product_name: `Hex Bolt M${at}`,
    sku_code: `BLT-${at}`,
    unit_price: 12.35,
    stock_quantity: 900_000,
  }));
  const invoices = await makeSome(person, '/invoices', 4, (at) => ({
    customer_id: customers[at % customers.length],
    items: [{ description: 'Die repair', quantity: 1000, unit_price: 1000 }],
    status: 'pending',
  }));
  return { customers, products, invoices };
}

async function makeSome(
  person: Person,
  path: string,
  count: number,
  bodyOf: (at: number) => object,
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await person.askJson('POST', path, bodyOf(at));
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.body.toString()}`);
    ids.push(idIn(answer));
  }
  return ids;
}

/** The id of the record that was answered. */
export function idIn({ body }: Answer): number {
  return (JSON.parse(body.toString()) as { data: { id: number } }).data.id;
}

const usual: readonly WriteKind[] = [
  'lead',
  'lead',
  'order',
  'order',
  'order',
  'invoice',
  'invoice',
  'payment',
  'payment',
  'stock',
  'stock',
  'import',
  'mail',
];

/** The next thing that somebody does, with a key of its own. */
export function nextWrite(ground: Ground, key: string, random: Random): Write {
  const kind = random.pick(usual);
  const customer_id = random.pick(ground.customers);
  const product_id = random.pick(ground.products);
  const line = { product_id, quantity: 2, unit_price: 12.35 };
  const post = (path: string, body: object): Write => ({ kind, key, method: 'POST', path, body });
  switch (kind) {
    case 'lead':
      return post('/leads', { company_name: key, contact_person: 'Meera Kulkarni' });
    case 'order':
      return post('/orders', { customer_id, items: [line, line], notes: key });
    case 'invoice':
      return post('/invoices', {
        customer_id,
        items: [itemOf(line)],
        status: 'pending',
        notes: key,
      });
    case 'payment':
      return post('/payments', {
        invoice_id: random.pick(ground.invoices),
        amount: 1.01,
        payment_method: 'cash',
        payment_date: today,
        reference_number: key,
      });
    case 'stock':
      return post(`/products/${product_id}/adjust-stock`, {
        adjustment_type: 'in',
        quantity: 1,
        reason: key,
      });
    case 'import': {
      const csv = `product_name,sku_code,unit_price,stock_quantity\n${key},${key},1.50,7\n`;
      return { kind, key, method: 'POST', path: '/products/import', csv };
    }
    default:
      return post(`/invoices/${random.pick(ground.invoices)}/send`, {});
  }
}

const itemOf = ({ quantity, unit_price }: { quantity: number; unit_price: number }) => ({
  description: 'Die repair',
  quantity,
  unit_price,
});

/** Sends a write as a form does. */
export function sendWrite(
  person: Person,
  { method, path, body, csv, key }: Write,
  timeoutMs?: number,
): Promise<Answer> {
  if (csv === undefined) return person.askJson(method, path, body, { key, timeoutMs });
  const form =
    '--part\r\ncontent-disposition: form-data; name="csvFile"; filename="products.csv"\r\n' +
    `content-type: text/csv\r\n\r\n${csv}\r\n--part--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=part' };
  return person.ask({ method, path: `/api${path}`, headers, body: form }, timeoutMs);
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
     ) done where key = any ($1) group by key`,
    [keys],
  );
  return new Map(rows.map(({ key, times }) => [key, times]));
}
