import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import {
  type AccountBook,
  type AsOf,
  dueDateThen,
  isAfterDay,
  reportOfAges,
  type Where,
} from '~/modules/billing/receivables/server/accounts.service';
import {
  type Reader,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';

/**
 * SQL: the documents that count or counted in vendors' accounts, each with what it adds to the sum owed. A bill counts whole,
 * and its TDS against it; that of an advance and round-off are separate entries of their payment
 * (docs/product/payables.md#statement).
 */
function documents(where: Where): SqlPart {
  const ofBill = where(sql`b.vendor_id`);
  const ofPayment = where(sql`p.vendor_id`);
  const entered = sql`coalesce(b.counted_at, b.created_at)`;
  const reversed = (row: string) =>
    sql`case when ${sql.ref(`${row}.status`)} = 'cancelled'
      then coalesce(${sql.ref(`${row}.reversed_at`)}, ${sql.ref(`${row}.updated_at`)}) end`;
  return sql`(
    select b.vendor_id, b.bill_date as date, case b.kind when 'bill' then 'bill' else 'vendor_credit' end as kind,
      b.bill_number as number, b.voucher_number as reference,
      case b.kind when 'bill' then b.payable_amount + b.tds_amount else -b.payable_amount end as amount,
      ${entered} as entered_at, ${reversed('b')} as reversed_at
    from bills b where b.status <> 'draft' and b.counted_at is not null and ${ofBill}
    union all
    select b.vendor_id, b.bill_date, 'tds', b.bill_number, b.voucher_number, -b.tds_amount, ${entered}, ${reversed('b')}
    from bills b where b.kind = 'bill' and b.status <> 'draft' and b.counted_at is not null and b.tds_amount <> 0 and ${ofBill}
    union all
    select p.vendor_id, p.payment_date, 'vendor_payment', p.payment_number, p.reference_number, -p.amount, p.created_at,
      ${reversed('p')}
    from vendor_payments p where ${ofPayment}
    union all
    select p.vendor_id, p.payment_date, 'tds', p.payment_number, null, -p.tds_amount, p.created_at, ${reversed('p')}
    from vendor_payments p where p.tds_amount <> 0 and ${ofPayment}
    union all
    select p.vendor_id, a.allocation_date, 'round_off', p.payment_number, null, -sum(a.round_off), min(a.created_at),
      ${reversed('p')}
    from vendor_payment_allocations a join vendor_payments p on p.id = a.vendor_payment_id
    where ${ofPayment} group by p.id, a.allocation_date)`;
}

/** SQL: the parts of vendors' accounts now, by the sums stored in their documents: `vendor_id, amount`. */
function accountParts(where: Where): SqlPart {
  return sql`(
    select b.vendor_id, b.balance_due as amount from bills b
    where b.balance_due <> 0 and b.status not in ('draft', 'cancelled') and ${where(sql`b.vendor_id`)}
    union all
    select p.vendor_id, p.allocated_amount - p.amount + p.allocated_tds - p.tds_amount
    from vendor_payments p where p.status <> 'cancelled' and ${where(sql`p.vendor_id`)})`;
}

/**
 * SQL: the balance of each bill at the end of a day: that of now without the payments and credits since; that of a credit is
 * below 0. `id, vendor_id, due_date, balance, msme_limit`.
 */
export function billBalances(asOf: AsOf, where: Where): SqlPart {
  const { day } = asOf;
  const wasCancelledLater = (row: string) =>
    sql`(${sql.ref(`${row}.status`)} = 'cancelled' and ${isAfterDay(
      sql`coalesce(${sql.ref(`${row}.reversed_at`)}, ${sql.ref(`${row}.updated_at`)})`,
      asOf,
    )})`;
  return sql`(select b.id, b.vendor_id, ${dueDateThen('b', asOf)} as due_date, b.balance_due + coalesce(s.amount, 0) as balance, b.msme_limit
    from bills b left join (
      select bill_id, sum(amount) as amount from (
        select a.bill_id, case when a.allocation_date > ${day}::date then 1 else -1 end
          * (a.amount + a.tds_amount + a.round_off) as amount
        from vendor_payment_allocations a join vendor_payments p on p.id = a.vendor_payment_id
        where (p.status <> 'cancelled' and a.allocation_date > ${day}::date)
          or (a.allocation_date <= ${day}::date and ${wasCancelledLater('p')})
        union all
        select c.corrects_id, c.credited_amount from bills c
        where c.kind = 'credit' and c.status not in ('draft', 'cancelled') and c.bill_date > ${day}::date
        union all
        select c.corrects_id, -c.credited_amount from bills c
        where c.kind = 'credit' and c.bill_date <= ${day}::date and ${wasCancelledLater('c')}
      ) since group by bill_id
    ) s on s.bill_id = b.id
    where b.bill_date <= ${day}::date and b.counted_at is not null
      and (b.status not in ('draft', 'cancelled') or ${wasCancelledLater('b')}) and ${where(sql`b.vendor_id`)})`;
}

/** The accounts of vendors: bills with all that pays or corrects them. */
export const vendorBook: AccountBook = {
  table: 'vendors',
  raisedBy: 'credit',
  id: 'vendor_id',
  name: 'vendor_name',
  documents,
  // The TDS of a payment has no reference.
  isFirst: sql`kind in ('bill', 'vendor_credit') or (kind = 'tds' and reference is not null)`,
  parts: accountParts,
  balances: billBalances,
  sums: {
    msme_due: ({ day }) =>
      sql`coalesce(sum(o.balance) filter (where o.msme_limit < ${day}::date), 0)`,
    msme_limit: () => sql`min(o.msme_limit)`,
  },
};

/** SQL: the condition for a vendor `t` whose account a person reads. */
export function readableVendors(person: Reader): SqlPart {
  return sql`${readable(person, 'vendors')} and ${readable(person, 'vendor_payments')}`;
}

export interface VendorAccount {
  id: number;
  company_name: string;
}

/** The vendor of an account; null for a person without rights to read it and payments to it. */
export async function findVendorAccount(
  db: Db,
  id: number,
  person: Person,
): Promise<VendorAccount | null> {
  return findJson<VendorAccount>(
    db,
    sql`select t.id, t.company_name from vendors t where t.id = ${id} and ${readableVendors(person)}`,
  );
}

/** The same; 404 instead of null. */
export async function getVendorAccount(db: Db, id: number, person: Person): Promise<VendorAccount> {
  const found = await findVendorAccount(db, id, person);
  if (!found) throw notFound('Vendor');
  return found;
}

/** The balances of vendors at the end of a day, by age (docs/product/reports.md#payables). */
export const payablesReport = reportOfAges(vendorBook, {
  name: 'payables',
  title: 'Payables',
  about: 'Unpaid bills by days past due, less credit, at the end of a day',
  right: 'vendor_payments.read',
  alsoBy: ['vendors.read'],
  dependsOn: ['bills', 'vendor_payments', 'vendors'],
  group: { value: 'vendor', label: 'Vendor' },
  readable: readableVendors,
  further: { msme_due: 'MSME Due' },
});
