import type { Clock } from '~/kit/server/clock';
import type { Database } from '~/kit/server/database/db';
import type { Caller } from '~/kit/server/testing/test-calls';
import { type Day, dayOf } from '~/kit/shared/time/days';

interface Host {
  readonly admin: Caller;
  readonly server: { database: Database; clock: Clock };
}

export const zone = 'Asia/Kolkata';

/** What tests of the dashboard ask of a server, also of one that only starts when they do. */
export function dashboardOf(host: Host) {
  return {
    today: (): Day => dayOf(host.server.clock.now(), zone),
    ask: async <T>(name: string, period = 'month'): Promise<T> => {
      const response = await host.admin.get<T>(`/dashboard/${name}?period=${period}`);
      if (response.status !== 200) throw new Error(`No ${name}: ${response.body.error}`);
      return response.body.data;
    },
    sql: async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
      (await host.server.database.pool.query(statement, values)).rows as Row[],
  };
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
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, paid_amount, status, created_at, updated_at)
     values ($1, $2, $3, $3, $4, 0, 0, $4, $5, $6, now(), now()) returning id`,
    [status === 'draft' ? null : `INV-${bills}`, customer, date, total, paid, status],
  );
  return rows[0]?.id ?? 0;
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
