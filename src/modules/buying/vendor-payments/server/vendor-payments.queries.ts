import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import {
  linkTo,
  listNewest,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { vendorPaymentFilters } from '../vendor-payments.filters';
import {
  type BillPayment,
  vendorPaymentFields,
  type WholeVendorPayment,
} from '../vendor-payments.fields';
import type { OpenBill } from '../vendor-payments.rules';

/** SQL: payments `t` with their vendors `v`. */
export const paymentTables = sql`vendor_payments t join vendors v on v.id = t.vendor_id`;

/** SQL: the unallocated amount of a payment, in rupees. */
export const unallocated = sql`(case when t.status = 'cancelled' then 0 else t.amount - t.allocated_amount end)`;

export const vendorPayments: Entity<typeof vendorPaymentFields> = {
  name: 'vendor_payments',
  type: 'vendor_payment',
  noun: 'Vendor payment',
  fields: vendorPaymentFields,
  select: (
    where,
  ) => sql`select ${columnsOf(vendorPaymentFields, 't')}, v.company_name as vendor_name,
      ${unallocated} as unallocated
    from ${paymentTables} where ${where}`,
  label: ({ payment_number }) => payment_number,
  feedName: ({ payment_number, vendor_name }) => `${payment_number} to ${vendor_name}`,
  readableBy: (person) => readable(person, 'vendor_payments'),
};

/** All payments, newest first. */
export function listVendorPayments(person: Person): ListSource {
  return listNewest(person, 'vendor_payments', vendorPayments);
}

/** The same by windows. */
export const vendorPaymentWindows = windowsOf((person) => ({
  ...kindWindows(person, 'vendor_payments', vendorPayments),
  from: paymentTables,
  filters: vendorPaymentFilters,
  columns: { vendor_name: sql`v.company_name`, unallocated },
  ranked: ['status'],
}));

/** A payment with its allocations; 404, with `person` also for one that this person may not read. */
export async function getVendorPayment(
  db: Db,
  id: number,
  person?: Person,
): Promise<WholeVendorPayment> {
  const isIt = sql`t.id = ${id} and ${person ? readable(person, 'vendor_payments') : sql`true`}`;
  const found = await findJson<WholeVendorPayment>(
    db,
    sql`select w.*, coalesce((select json_agg(row_to_json(m)) from (
        select a.bill_id, b.voucher_number, b.bill_number, a.allocation_date, a.amount, a.tds_amount, a.round_off
        from vendor_payment_allocations a join bills b on b.id = a.bill_id
        where a.vendor_payment_id = w.id order by a.id) m), '[]') as allocations
      from (${vendorPayments.select(isIt)}) w`,
  );
  if (!found) throw notFound(vendorPayments.noun);
  return found;
}

/** The payments of a bill, cancelled ones too, newest first. */
export async function listPaymentsOf(
  db: Db,
  billId: number,
  person: Person,
): Promise<BillPayment[]> {
  const found =
    await sql<BillPayment>`select t.id, t.payment_number, t.payment_date, t.payment_method, t.reference_number, t.status,
      sum(a.amount) as amount, sum(a.tds_amount) as tds_amount, sum(a.round_off) as round_off
    from ${paymentTables} join vendor_payment_allocations a on a.vendor_payment_id = t.id
    where a.bill_id = ${billId} and ${readable(person, 'vendor_payments')}
    group by t.id order by t.payment_date desc, t.id desc`.execute(db);
  return found.rows;
}

export const vendorPaymentLinks: Links = {
  vendor_id: linkTo('vendors', sql`vendors t`, sql`t.company_name`),
};

export interface LockedBill {
  id: number;
  voucher_number: string;
  vendor_id: number;
  status: string;
  balance_due: number;
  /** What payments rounded so far, in rupees. */
  rounded: number;
}

/** Bills, locked by id, so that payments of the same ones wait for each other; those that a person may not read are left out. */
export async function lockBills(
  trx: Transaction,
  ids: readonly number[],
  person: Person,
): Promise<Map<number, LockedBill>> {
  await sql`select from bills where id = any (${ids}::integer[]) order by id for update`.execute(
    trx,
  );
  const found =
    await sql<LockedBill>`select t.id, t.voucher_number, t.vendor_id, t.status, t.balance_due,
      coalesce((select sum(a.round_off) from vendor_payment_allocations a
        where a.bill_id = t.id and not a.is_reversed), 0) as rounded
    from bills t where t.id = any (${ids}::integer[]) and ${readable(person, 'bills')}`.execute(
      trx,
    );
  return new Map(found.rows.map((bill) => [bill.id, bill]));
}

interface NewAllocation {
  bill_id: number;
  amount: number;
  tds_amount: number;
  round_off: number;
}

export async function insertAllocations(
  trx: Transaction,
  payment: number,
  { allocations, day, now }: { allocations: readonly NewAllocation[]; day: Day; now: Date },
): Promise<void> {
  if (allocations.length === 0) return;
  await sql`insert into vendor_payment_allocations
      (vendor_payment_id, bill_id, allocation_date, amount, tds_amount, round_off, created_at)
    select ${payment}, n.bill_id, ${day}, n.amount, n.tds_amount, n.round_off, ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
      as (bill_id integer, amount numeric, tds_amount numeric, round_off numeric)) with ordinality
      as n (bill_id, amount, tds_amount, round_off, position)
    order by n.position`.execute(trx);
}

/** Marks all allocations of a payment as reversed; what each bill had of it, by bill. */
export async function reverseAllocations(
  trx: Transaction,
  payment: number,
): Promise<{ bill_id: number; settled: number }[]> {
  await sql`select from bills where id in (
      select bill_id from vendor_payment_allocations where vendor_payment_id = ${payment}) order by id for update`.execute(
    trx,
  );
  const found = await sql<{ bill_id: number; settled: number }>`with reversed as (
      update vendor_payment_allocations set is_reversed = true
      where vendor_payment_id = ${payment} and not is_reversed
      returning bill_id, amount + tds_amount + round_off as settled
    )
    select bill_id, sum(settled) as settled from reversed group by bill_id order by bill_id`.execute(
    trx,
  );
  return found.rows;
}

/** The bases of a vendor's advances with TDS under a code, up to the end of a financial year, in rupees. */
export async function sumTdsBases(
  db: Db,
  of: { vendor_id: number; tds_code: string; bill_year: string },
): Promise<number> {
  const found = await sql<{
    base: number;
  }>`select coalesce(sum(tds_base), 0) as base from vendor_payments
    where vendor_id = ${of.vendor_id} and tds_code = ${of.tds_code} and number_year <= ${of.bill_year}
      and status = 'completed'`.execute(db);
  return found.rows[0]?.base ?? 0;
}

export interface BankRow {
  id: number;
  payment_number: string;
  payment_method: string;
  status: string;
  amount: number;
  reference_number: string | null;
  vendor_id: number;
  company_name: string;
  bank_account: string | null;
  bank_ifsc: string | null;
}

/** Payments with the bank details of their vendors, in the order of their numbers; those that a person may not read are left out. */
export async function listForBank(
  db: Db,
  ids: readonly number[],
  person: Person,
): Promise<BankRow[]> {
  const found =
    await sql<BankRow>`select t.id, t.payment_number, t.payment_method, t.status, t.amount,
      t.reference_number, t.vendor_id, v.company_name, v.bank_account, v.bank_ifsc
    from ${paymentTables} where t.id = any (${ids}::integer[]) and ${readable(person, 'vendor_payments')}
    order by t.id`.execute(db);
  return found.rows;
}

export interface SamplePayee {
  vendor_id: number;
  bills: OpenBill[];
}

/** Up to three vendors, those with the most open bills of this program first, and these, the oldest first. */
export async function listSamplePayees(trx: Transaction): Promise<SamplePayee[]> {
  const found =
    await sql<SamplePayee>`select v.id as vendor_id, coalesce(json_agg(json_build_object('id', b.id,
        'bill_date', b.bill_date, 'due_date', b.due_date, 'balance_due', b.balance_due) order by b.bill_date, b.id)
        filter (where b.id is not null), '[]') as bills
    from vendors v left join bills b on b.vendor_id = v.id and b.kind = 'bill' and b.balance_due > 0
      and b.status not in ('draft', 'cancelled')
    group by v.id order by count(b.id) desc, v.id limit 3`.execute(trx);
  return found.rows;
}
