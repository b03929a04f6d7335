import type { Database } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';

export async function rowsOf<Row>(
  { pool }: Database,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await pool.query(statement, values)).rows as Row[];
}

interface Caller {
  get: <T>(path: string) => Promise<{ status: number; body: { data: T; error: string } }>;
}

/** What the dashboard says for this period. */
export async function askDashboard<T>(client: Caller, name: string, period = 'month'): Promise<T> {
  const answer = await client.get<T>(`/dashboard/${name}?period=${period}`);
  if (answer.status !== 200) throw new Error(`No ${name}: ${answer.body.error}`);
  return answer.body.data;
}

let bills = 0;

interface Bill {
  customer: number;
  date: Day;
  status: string;
  total: number;
  paid?: number;
}

/** Inserts an invoice directly into the database; returns its id. */
export async function insertInvoice(database: Database, bill: Bill): Promise<number> {
  bills += 1;
  const { customer, date, status, total, paid = 0 } = bill;
  const [row] = await rowsOf<{ id: number }>(
    database,
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, paid_amount, status, created_at, updated_at)
     values ($1, $2, $3, $3, $4, 0, 0, $4, $5, $6, now(), now()) returning id`,
    [status === 'draft' ? null : `INV-${bills}`, customer, date, total, paid, status],
  );
  return row?.id ?? 0;
}

interface Payment {
  invoice: number;
  amount: number;
  date: Day;
  status?: string;
}

export async function insertPayment(
  { pool }: Database,
  { invoice, amount, date, status = 'completed' }: Payment,
): Promise<void> {
  await pool.query(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     values ($1, 'cash', $2, $3, $4, now(), now())`,
    [invoice, amount, date, status],
  );
}
