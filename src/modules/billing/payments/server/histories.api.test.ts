import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
let customerId: number;
/** An order of 20 pieces at ₹33.33. */
let orderId: number;
const replyCodes: number[] = [];

beforeAll(async () => {
  mails = await startMailServer({}, replyCodes);
  server = await startTestServer({ SMTP_URL: mails.url });
  admin = await server.signIn();
  const customer = await admin.post<Customer>('/customers', customerBody({ email: 'a@b.example' }));
  customerId = customer.body.data.id;
  await admin.post('/products', { product_name: 'Pump', sku_code: 'P-1', unit_price: 33.33 });
  const [order] = await rows<{ id: number }>(
    `insert into orders (order_number, customer_id, order_date, status, item_count, subtotal, tax_rate,
       tax_amount, total_amount, created_by_name, created_at, updated_at)
     values ('ORD-26-27-00001', $1, '2026-11-01', 'shipped', 1, 666.6, 18, 119.99, 786.59, 'System', now(), now())
     returning id`,
    [customerId],
  );
  orderId = order?.id ?? 0;
  await rows(
    `insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
     select $1, 1, min(id), 'Pump', 20, 33.33, 666.6 from products`,
    [orderId],
  );
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.database.pool.query(text, values)).rows as Row[];
}

const steps = [
  'bill',
  'bill',
  'bill',
  'issue',
  'issue',
  'sent',
  'cancel',
  'cancel',
  'delete',
  'pay',
  'pay',
  'hold',
  'hold',
  'turn',
  'turn',
  'undo',
  'send',
  'refuse',
  'edit',
] as const;
interface Step {
  what: (typeof steps)[number];
  pick: number;
  amount: number;
}

/** One thing that a person does; gives the answer's status. */
async function act({ what, pick, amount }: Step): Promise<number> {
  const invoice = await pickOne('invoices', pick);
  const payment = await pickOne('payments', pick);
  const quantity = (pick % 7) + 1;
  const source = pick % 3 === 0 ? null : orderId;
  const lines = [{ description: 'Pump', quantity, unit_price: 33.33 }];
  const whole = { payment_method: 'cash', payment_date: '2026-11-21', invoice_id: invoice };
  const [due] = await rows<{ balance_due: number }>(
    'select balance_due from invoices where id = $1',
    [invoice],
  );
  const money = { ...whole, amount: pick % 2 === 0 ? amount : (due?.balance_due ?? amount) };
  const calls: Record<Step['what'], () => Promise<{ status: number }>> = {
    bill: () =>
      admin.post('/invoices', { customer_id: customerId, order_id: source, items: lines }),
    issue: () => admin.put(`/invoices/${invoice}/status`, { status: 'pending' }),
    sent: () => admin.put(`/invoices/${invoice}/status`, { status: 'sent' }),
    cancel: () => admin.put(`/invoices/${invoice}/status`, { status: 'cancelled' }),
    delete: () => admin.delete(`/invoices/${invoice}`),
    edit: () => admin.put(`/invoices/${invoice}`, { items: lines }),
    pay: () => admin.post('/payments', money),
    hold: () => admin.post('/payments', { ...money, status: 'pending' }),
    turn: () => admin.put(`/payments/${payment}`, { status: turns[pick % turns.length] }),
    undo: () => admin.delete(`/payments/${payment}`),
    send: () => admin.post(`/invoices/${invoice}/send`),
    refuse: () => {
      replyCodes.push(550);
      return admin.post(`/invoices/${invoice}/send`);
    },
  };
  return (await calls[what]()).status;
}

const turns = ['completed', 'failed', 'processing', 'completed'];

async function pickOne(table: string, pick: number): Promise<number> {
  const all = await rows<{ id: number }>(`select id from ${table} order by id desc limit 4`);
  return all[pick % Math.max(all.length, 1)]?.id ?? 0;
}

/** What must be true at any time, as a list of what is not. */
async function violations(): Promise<unknown[]> {
  return rows(`
    select 'money of ' || i.id as what from invoices i
      left join (select invoice_id, sum(amount) filter (where status = 'completed') as paid,
        sum(amount) filter (where status in ('pending', 'processing')) as held
        from payments group by 1) p on p.invoice_id = i.id
      where i.paid_amount <> coalesce(p.paid, 0) or i.balance_due <> i.total_amount - i.paid_amount
        or (i.status <> 'cancelled' and coalesce(p.held, 0) > i.balance_due)
        or i.total_amount <> i.subtotal + i.tax_amount + i.round_off
        or (i.status = 'paid') <> (i.paid_amount = i.total_amount)
        or (i.status = 'partially_paid') <> (i.paid_amount > 0 and i.balance_due > 0)
    union all select 'line ' || l.id from order_lines l
      where l.quantity < (select coalesce(sum(il.quantity), 0) from invoice_lines il
        join invoices i on i.id = il.invoice_id and i.status <> 'cancelled' where il.order_line_id = l.id)
    union all select 'lines of ' || i.id from invoices i
      where i.subtotal <> (select sum(line_total) from invoice_lines where invoice_id = i.id)
    union all select 'number of ' || i.id from invoices i
      where (i.status = 'draft') <> (i.number_sequence is null)
    union all select 'number ' || n from invoice_numbers s, generate_series(1, s.last_number) n
      where (select count(*) from invoices where number_year = s.financial_year and number_sequence = n)
          + (select count(*) from freed_invoice_numbers f where f.financial_year = s.financial_year and f.number = n) <> 1`);
}

it('money, shares of orders and numbers are right for any actions of several people at once', {
  timeout: 120_000,
}, async () => {
  const step = fc.record({
    what: fc.constantFrom(...steps),
    pick: fc.nat(1000),
    amount: fc.integer({ min: 1, max: 12_000 }).map((paise) => paise / 100),
  });
  const history = fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), {
    minLength: 5,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      for (const round of rounds) {
        const statuses = await Promise.all(round.map(act));
        for (const status of statuses) expect([200, 201, 400, 404, 409, 502]).toContain(status);
        replyCodes.length = 0;
        expect(await violations()).toEqual([]);
      }
    }),
    { numRuns: 12, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
  // What is free again is given before anything new.
  const [{ free } = { free: 0 }] = await rows<{ free: number }>(
    'select count(*)::integer as free from freed_invoice_numbers',
  );
  const items = [{ description: 'Freight', quantity: 1, unit_price: 1 }];
  for (let remaining = free; remaining > 0; remaining -= 1) {
    await admin.post<InvoiceWithLines>('/invoices', {
      customer_id: customerId,
      items,
      status: 'pending',
    });
  }
  const series = await admin.get<{ series: string; gaps: number }[]>('/invoices/number-series');
  expect(series.body.data.map((each) => each.gaps)).toEqual(series.body.data.map(() => 0));
});
