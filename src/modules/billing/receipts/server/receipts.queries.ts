import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { receiptFilters } from '../receipts.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import { refundsWhere } from '~/modules/billing/advances/server/receipt-rests.service';
import {
  linkTo,
  listNewest,
  readable,
  windowsFor,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { receiptFields, type WholeReceipt } from '../receipts.fields';

/** SQL: receipts `t` with their customers `c` and, where one holds the rest, advances `a`. */
export const receiptTables = sql`receipts t
    join customers c on c.id = t.customer_id
    left join advances a on a.receipt_id = t.id`;

/** SQL: the unallocated amount of a receipt, in rupees. */
export const unallocated = sql`(case when t.status = 'cancelled' then 0
    when a.id is null then t.amount - t.allocated_amount - t.refunded_amount else a.balance end)`;

export const receipts: Entity<typeof receiptFields> = {
  name: 'receipts',
  type: 'receipt',
  noun: 'Receipt',
  fields: receiptFields,
  select: (where) => sql`select ${columnsOf(receiptFields, 't')},
      c.company_name as customer_name, c.phone as customer_phone, c.workspace_id, a.id as advance_id, ${unallocated} as unallocated
    from ${receiptTables}
    where ${where}`,
  label: ({ receipt_number }) => receipt_number,
  feedName: ({ receipt_number, customer_name }) => `${receipt_number} of ${customer_name}`,
  readableBy: (person) => readable(person, 'receipts'),
};

/** The receipts of the chosen workspace (that of their customer), newest first. */
export function listReceipts(person: Person): ListSource {
  return listNewest(person, 'receipts', receipts);
}

/** The same by windows. */
export const receiptWindows = windowsOf((person) => ({
  ...windowsFor(person, 'receipts'),
  name: 'receipts',
  entity: receipts,
  source: listReceipts(person),
  from: receiptTables,
  filters: receiptFilters,
  columns: { customer_name: sql`c.company_name`, unallocated },
  ranked: ['status'],
}));

/** A receipt with its allocations and refunds; 404, with `person` also for one that this person may not read. */
export async function getReceipt(db: Db, id: number, person?: Person): Promise<WholeReceipt> {
  const isIt = sql`t.id = ${id} and ${person ? readable(person, 'receipts') : sql`true`}`;
  const sumOfKind = (kind: string) =>
    sql`coalesce(sum(p.amount) filter (where p.kind = ${sql.lit(kind)}), 0)`;
  const found = await findJson<WholeReceipt>(
    db,
    sql`select w.*, coalesce((select json_agg(row_to_json(m)) from (
        select p.invoice_id, i.invoice_number, p.payment_date as allocation_date,
          ${sumOfKind('cash')} as amount, ${sumOfKind('tds')} as tds_amount,
          ${sumOfKind('round_off')} as round_off
        from payments p join invoices i on i.id = p.invoice_id where p.receipt_id = w.id
        group by p.invoice_id, i.invoice_number, p.payment_date order by min(p.id)) m), '[]') as allocations,
        ${refundsWhere(sql`r.receipt_id = w.id or r.advance_id = w.advance_id`)} as refunds
      from (${receipts.select(isIt)}) w`,
  );
  if (!found) throw notFound(receipts.noun);
  return found;
}

/**
 * The unallocated amount of a customer's receipts without an advance, of those that a person reads, in rupees; less what was
 * refunded of cancelled ones.
 */
export async function sumUnallocated(
  { db, person }: { db: Db; person: Person },
  customer: number,
): Promise<number> {
  const found = await sql<{ amount: number }>`
    select coalesce(sum(case t.status when 'cancelled' then 0 else t.amount - t.allocated_amount end - t.refunded_amount), 0) as amount
    from receipts t join customers c on c.id = t.customer_id
    where t.customer_id = ${customer} and ${readable(person, 'receipts')}
      and not exists (select from advances a where a.receipt_id = t.id)`.execute(db);
  return found.rows[0]?.amount ?? 0;
}

export const receiptLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
};

/** Whether there is the customer, which then stays until the transaction ends. */
export async function holdCustomer(trx: Transaction, id: number): Promise<boolean> {
  const found = await sql`select from customers where id = ${id} for key share`.execute(trx);
  return found.rows.length > 0;
}
