import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type pg from 'pg';
import { type Bench } from './product';
import type { Figure } from './server-figures';
import { median } from './statistics';

const rounds = 7;
const paths = [
  '/api/dashboard/stats?period=year',
  '/api/dashboard/pipeline?period=year',
  '/api/dashboard/activities?period=year',
  '/api/dashboard/top-customers?period=year',
  '/api/invoices',
];

/** The dashboard's five calls together, with 10,000 and then 100,000 leads beside 20,000 invoices (issue 3). */
export async function dashboardFigures(bench: Bench): Promise<Figure[]> {
  await fillSales(bench.pool, 20_000);
  const small = await openedMs(bench);
  await addLeads(bench.pool, 90_000);
  const large = await openedMs(bench);
  const change = async () => {
    await bench.pool.query(
      'update invoices set notes = null where id = (select min(id) from invoices)',
    );
  };
  const fresh = await openedMs(bench, { before: change });
  const asked = paths.filter((path) => path.startsWith('/api/dashboard/'));
  const figures = await openedMs(bench, { before: change, asked });
  const thirty = Array.from({ length: 30 }, () => asked).flat();
  const crowd = await openedMs(bench, { before: change, asked: thirty });
  const growth = large / small;
  return [
    {
      name: 'the dashboard’s five calls together, 100,000 leads, 20,000 invoices',
      value: `${large.toFixed(0)} ms`,
      mark: 'under 150 ms',
      holds: large < 150,
    },
    {
      name: 'the same five right after an invoice changed',
      value: `${fresh.toFixed(0)} ms`,
      mark: 'at most 50 ms',
      holds: fresh <= 50,
    },
    {
      name: 'the four of them that are figures, right after an invoice changed',
      value: `${figures.toFixed(0)} ms`,
      mark: 'at most 50 ms',
      holds: figures <= 50,
    },
    {
      name: 'the same four for thirty people at once',
      value: `${crowd.toFixed(0)} ms`,
      mark: 'at most 10 times as long',
      holds: crowd <= figures * 10,
    },
    {
      name: 'their growth from 10,000 leads to 100,000',
      value: `${small.toFixed(0)} → ${large.toFixed(0)} ms = ${growth.toFixed(2)}`,
      mark: 'less than 4',
      holds: growth < 4,
    },
  ];
}

interface Opening {
  before?: () => Promise<void>;
  asked?: readonly string[];
}

async function openedMs(
  bench: Bench,
  { before = async () => {}, asked = paths }: Opening = {},
): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await before();
    const started = performance.now();
    await Promise.all(
      asked.map(async (path) => {
        await readPacked(bench, path);
      }),
    );
    if (round > 0) taken.push(performance.now() - started);
  }
  return median(taken);
}

/** Sends the headers of a browser and leaves the body compressed: decompressing it is not the server's time. */
async function readPacked(bench: Bench, path: string): Promise<void> {
  const headers = { cookie: bench.cookie, 'accept-encoding': 'gzip' };
  const asked = get(`${bench.url}${path}`, { headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}

async function fillSales(pool: pg.Pool, invoices: number): Promise<void> {
  const customers = invoices / 5;
  await pool.query(
    `insert into customers (company_name, contact_person, customer_code, created_at, updated_at)
     select 'Customer ' || n, 'Person ' || n, 'BENCH-' || n, now() - n * interval '2 hours', now()
     from generate_series(1, $1::int) n`,
    [customers],
  );
  await pool.query(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, terms_conditions, subtotal, tax_rate,
       tax_amount, total_amount, paid_amount, status, created_at, updated_at)
     select 'BENCH-' || lpad(n::text, 6, '0'), (select min(id) from customers) + n * 7 % $2::int, d, d + 30, 'Net 30 days',
       a, 18, round(a * 0.18, 2), a + round(a * 0.18, 2), case st when 'paid' then a + round(a * 0.18, 2) else 0 end, st, d, d
     from (select n, current_date - (n % 365) as d, (100 + n * 7919 % 500000)::numeric(14,2) as a,
       (array['sent', 'pending', 'paid', 'paid', 'paid', 'overdue'])[1 + n % 6] as st
       from generate_series(1, $1::int) n) s`,
    [invoices, customers],
  );
  await pool.query(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     select id, 'bank_transfer', paid_amount, invoice_date + 3, 'completed', now(), now()
     from invoices where paid_amount > 0`,
  );
  await pool.query('analyze customers, invoices, payments');
}

async function addLeads(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into leads (company_name, contact_person, current_stage_id, status, created_at, updated_at)
     select 'Later ' || n, 'Person ' || n, 1 + n % 6, (array['active', 'converted', 'lost'])[1 + n % 3],
       now() - n * interval '5 minutes', now() - n * interval '4 minutes'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('analyze leads');
}
