import { post, put, readLength } from './load';
import type { Bench } from './product';
import type { Figure } from './server-figures';
import { median, percentile } from './statistics';

const rounds = 60;
const documents = { orders: 300, invoices: 300, payments: 300, notes: 100 };
const atATime = 12;
/** What a customer's page asks for. */
const parts = ['', '/account', '/addresses', '/contacts', '/notes', '/files', '/next-steps'];

/** The page of a customer with 1,000 documents, merging such a one, and undoing an import of 5,000 (issue 15). */
export async function recordFigures(bench: Bench): Promise<Figure[]> {
  const big = await makeCustomer(bench, 'Koyna Castings');
  const small = await makeCustomer(bench, 'Koyna Casting');
  await fillCustomer(bench, big);
  await addNoise(bench);
  const timeline = await timesOf(bench, [`/customers/${big}/timeline`]);
  const page = await timesOf(
    bench,
    parts.map((part) => `/customers/${big}${part}`),
  );
  return [
    figureOf('the first page of the timeline of a customer with 1,000 documents', timeline),
    figureOf('the other calls of that customer’s page', page),
    ...(await mergeFigures(bench, { big, small })),
    await undoFigure(bench),
  ];
}

async function makeCustomer(bench: Bench, company_name: string): Promise<number> {
  const contact_person = 'Anil Bhosale';
  return (await post(bench, '/customers', { company_name, contact_person })).id;
}

/** Through the product's own calls, so that the log and the feed have their lines. */
async function fillCustomer(bench: Bench, customer_id: number): Promise<void> {
  const items = [{ description: 'Casting', quantity: 2, unit_price: 500 }];
  const { id: product_id } = await post(bench, '/products', {
    product_name: 'Casting 14',
    sku_code: 'REC-14',
    unit_price: 500,
  });
  await inTurns(documents.orders, () =>
    post(bench, '/orders', { customer_id, items: [{ product_id, quantity: 2, unit_price: 500 }] }),
  );
  await inTurns(documents.invoices, async (turn) => {
    const invoice = { customer_id, items, status: 'pending' };
    const { id: invoice_id } = await post(bench, '/invoices', invoice);
    if (turn >= documents.payments) return;
    const paid = { invoice_id, amount: 100, payment_method: 'cash' };
    await post(bench, '/payments', {
      ...paid,
      payment_date: new Date().toISOString().slice(0, 10),
    });
  });
  await inTurns(documents.notes, (turn) =>
    post(bench, `/customers/${customer_id}/notes`, { text: `Called about lot ${turn}` }),
  );
}

async function inTurns(count: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (turn < count) {
      turn += 1;
      await work(turn - 1);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

/** Other customers' lines in the same feed, newer and older. */
async function addNoise({ pool }: Bench): Promise<void> {
  await pool.query(
    `insert into activity (type, entity, action, record_id, record_label, title, message, user_id, user_name, created_at)
     select t, t || 's', 'updated', 1000000 + n % 50000, 'Record ' || n, 'Changed', 'Phone', 1, 'Site Administrator',
       now() - n * interval '20 seconds'
     from (select n, (array['lead', 'customer', 'order', 'invoice'])[1 + n % 4] as t from generate_series(1, 300000) n) s`,
  );
  await pool.query('vacuum analyze');
}

async function timesOf(bench: Bench, paths: readonly string[]): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const path of paths) {
      const began = performance.now();
      await readLength(bench, path);
      if (round > 0) taken.push(performance.now() - began);
    }
  }
  return taken;
}

function figureOf(name: string, taken: readonly number[]): Figure {
  const p95 = percentile(taken, 0.95);
  return {
    name,
    value: `p50 ${median(taken).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    mark: 'p95 under 50 ms',
    holds: p95 < 50,
  };
}

async function mergeFigures(
  bench: Bench,
  { big, small }: { big: number; small: number },
): Promise<Figure[]> {
  const began = performance.now();
  const { batch_id } = await post<{ batch_id: number }>(bench, `/customers/${small}/merge`, {
    other_id: big,
  });
  const merged = performance.now() - began;
  const counted = await bench.pool.query<{ moved: number }>(
    'select count(*)::integer as moved from invoices where customer_id = $1',
    [small],
  );
  const { left } = await post<Undone>(bench, `/batches/${batch_id}/undo`, {});
  const undone = performance.now() - began - merged;
  const isWhole = counted.rows[0]?.moved === documents.invoices && left.length === 0;
  return [
    {
      name: 'a customer with 1,000 documents merged into another; undone',
      value: `${merged.toFixed(0)} ms; ${undone.toFixed(0)} ms${isWhole ? '' : ', but not all of it'}`,
      mark: 'under 2 s each',
      holds: isWhole && merged < 2000 && undone < 2000,
    },
  ];
}

interface Undone {
  undone: number;
  left: unknown[];
}

/** 3,000 new products, 2,000 changed ones, 3 of them edited since. */
async function undoFigure(bench: Bench): Promise<Figure> {
  await importProducts(bench, { from: 0, to: 2000, price: 10 });
  const began = performance.now();
  const batch = await importProducts(bench, { from: 0, to: 5000, price: 11 });
  const imported = performance.now() - began;
  const { rows } = await bench.pool.query<{ id: number }>(
    `select id from products where sku_code like 'UNDO-%' order by id limit 3`,
  );
  for (const { id } of rows) await put(bench, `/products/${id}`, { reorder_level: 77 });
  const from = performance.now();
  const { undone, left } = await post<Undone>(bench, `/batches/${batch}/undo`, {});
  const took = performance.now() - from;
  return {
    name: 'an import of 5,000 products (3,000 new, 2,000 changed); undone, 3 of them edited since',
    value: `${imported.toFixed(0)} ms; ${took.toFixed(0)} ms: ${undone} undone, ${left.length} named`,
    mark: '4,997 and 3',
    holds: undone === 4997 && left.length === 3,
  };
}

async function importProducts(
  bench: Bench,
  { from, to, price }: { from: number; to: number; price: number },
): Promise<number> {
  const lines = Array.from(
    { length: to - from },
    (_, n) => `Bush ${from + n},UNDO-${from + n},${price}`,
  );
  const file = new Blob([`product_name,sku_code,unit_price\n${lines.join('\n')}\n`]);
  const form = new FormData();
  form.append('csvFile', file, 'undo.csv');
  const { url, cookie: cookies } = bench;
  const headers = { cookie: cookies };
  const answer = await fetch(`${url}/api/products/import`, { method: 'POST', headers, body: form });
  const { data } = (await answer.json()) as { data: { batch_id: number; failed: number } };
  if (data.failed > 0) throw new Error(`The import refused ${data.failed} rows`);
  return data.batch_id;
}
