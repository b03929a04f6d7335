import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '~/kit/server/database/db';
import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { addDays } from '~/kit/shared/time/days';
import type { WholeVendorPayment } from '../vendor-payments.fields';

/** A payment of ₹100 by bank transfer for no bill; `values` override the defaults. */
export function vendorPaymentBody(values: { vendor_id: number } & Record<string, unknown>) {
  return { amount: 100, payment_method: 'bank_transfer', ...values };
}

export function makeVendorPayment(
  caller: Caller,
  values: { vendor_id: number } & Record<string, unknown>,
): Promise<WholeVendorPayment> {
  return makeRecord<WholeVendorPayment>(caller, '/vendor-payments', vendorPaymentBody(values));
}

interface SampleBill {
  payable?: number;
  tds?: number;
  kind?: 'bill' | 'credit';
  bill_date?: string;
  due_date?: string;
  status?: string;
  corrects_id?: number | null;
  /** Of a credit: what it took off its bill. */
  credited?: number;
}

/** A vendor by the tables alone, with its bills: for rules of payments regardless of how bills are booked. */
export async function openPaymentFixture(
  { admin, database }: { admin: Caller; database: Database },
  vendor: { email?: string; bank_account?: string; bank_ifsc?: string; msme?: string } = {},
) {
  const name = `Vendor ${randomUUID()}`;
  const { email = null, bank_account = null, bank_ifsc = null, msme = 'none' } = vendor;
  const made = await sql<{ id: number }>`insert into vendors
      (vendor_code, company_name, email, bank_account, bank_ifsc, msme, created_at, updated_at)
    values (${randomUUID()}, ${name}, ${email}, ${bank_account}, ${bank_ifsc}, ${msme}, now(), now()) returning id`.execute(
    database.db,
  );
  const vendor_id = made.rows[0]?.id ?? 0;
  const bill = async (values: SampleBill = {}): Promise<number> => {
    const { payable = 118, tds = 0, kind = 'bill', status = 'open', corrects_id = null } = values;
    const { bill_date = '2026-05-10', due_date = '2026-06-10', credited = 0 } = values;
    const number = randomUUID();
    const found = await sql<{
      id: number;
    }>`insert into bills (voucher_number, kind, vendor_id, bill_number, bill_key, bill_year,
        bill_date, due_date, status, corrects_id, item_count, subtotal, tax_rate, tax_amount, total_amount, tds_amount,
        payable_amount, credited_amount, msme_limit, number_year, number_sequence, created_by_name, created_at, updated_at)
      select ${`PB-${number}`}, ${kind}, ${vendor_id}, ${number}, ${number}, '26-27', ${bill_date}, ${due_date}, ${status},
        ${corrects_id}, 1, ${payable}, 0, 0, ${payable + tds}, ${tds}, ${payable}, ${credited}, ${msme === 'none' ? null : addDays(bill_date, 15)}::date, 'test', coalesce(max(id), 0) + 1,
        'Test', now(), now() from bills returning id`.execute(database.db);
    return found.rows[0]?.id ?? 0;
  };
  const read = async (ids: readonly number[]) => {
    const found = await sql<{
      id: number;
      balance_due: number;
      status: string;
      paid_amount: number;
    }>`
      select id, balance_due, status, paid_amount from bills where id = any (${ids}::integer[])`.execute(
      database.db,
    );
    const byId = new Map(found.rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    vendor_id,
    name,
    bill,
    read,
    owed: async (...ids: number[]): Promise<number[]> =>
      (await read(ids)).map(({ balance_due }) => balance_due),
    post: (values: object): Promise<ApiResponse<WholeVendorPayment>> =>
      admin.post<WholeVendorPayment>(
        '/vendor-payments',
        vendorPaymentBody({ vendor_id, ...values }),
      ),
    make: (values: object): Promise<WholeVendorPayment> =>
      makeVendorPayment(admin, { vendor_id, ...values }),
    allocate: (id: number, allocations: object[]): Promise<ApiResponse<WholeVendorPayment>> =>
      admin.post<WholeVendorPayment>(`/vendor-payments/${id}/allocate`, { allocations }),
    cancel: (id: number): Promise<ApiResponse<WholeVendorPayment>> =>
      admin.put<WholeVendorPayment>(`/vendor-payments/${id}/status`, { status: 'cancelled' }),
  };
}
