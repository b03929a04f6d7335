import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { ofReceipts } from '~/modules/billing/payments/server/of-receipts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerTies, tieBy } from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { receiptAccounts } from '~/modules/sales/customers/server/accounts.service';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';
import { type Receipt, receiptStatuses } from '../receipts.fields';
import {
  receiptLinks,
  receipts,
  receiptTables,
  sumUnallocated,
  unallocated,
} from './receipts.queries';

const readableBy = (person: Person) => readable(person, 'receipts');

export function provideReceipts(): void {
  registerDocument(receipts, {
    type: 'receipt',
    kind: 'receipts',
    number: sql`t.receipt_number`,
  });
  registerRecords('receipts', { entity: receipts, links: receiptLinks });
  registerTimelines();
  ofReceipts.provide({
    receiptNumber: sql`(select r.receipt_number from receipts r where r.id = t.receipt_id)`,
  });
  receiptAccounts.provide({ remaining: sumUnallocated });
  registerNumbered(
    'receipts',
    sql`select 'receipt', number_year, number_sequence, receipt_number, status from receipts`,
  );
  registerTies('receipts', [
    {
      of: 'customers',
      one: 'receipts',
      other: 'invoices',
      at: { table: 'payments', one: 'receipt_id', other: 'invoice_id' },
    },
    tieBy('customers', 'advances', { column: 'receipt_id', other: 'receipts' }),
  ]);
}

type EventData = Pick<Receipt, 'id' | 'receipt_number' | 'amount' | 'status' | 'unallocated'>;

function describe({ id, receipt_number, amount, status, unallocated }: EventData) {
  const word = receiptStatuses.find(({ value }) => value === status)?.label ?? status;
  const remaining = unallocated > 0 ? `, ${formatMoney(unallocated, 'INR')} unallocated` : '';
  return {
    title: `Receipt of ${formatMoney(amount, 'INR')}`,
    text: `${receipt_number}, ${word}${remaining}`,
    link: { type: 'receipt', id },
  };
}

/** Receipts on the timelines of their customer and of the invoices that they paid. */
function registerTimelines(): void {
  const eventsWhere = (
    person: Person,
    where: SqlPart,
  ) => sql`select t.id as ref, t.created_at as at,
      t.created_by_name as actor, json_build_object('id', t.id, 'receipt_number', t.receipt_number,
        'amount', t.amount, 'status', t.status, 'unallocated', ${unallocated}) as facts
    from ${receiptTables} where ${where} and ${readableBy(person)}`;
  const shared = { name: 'receipt', kind: 'payment', describe } as const;
  registerTimeline<EventData>({
    ...shared,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`t.customer_id = ${id}`),
  });
  registerTimeline<EventData>({
    ...shared,
    of: 'invoices',
    select: (person, id) =>
      eventsWhere(person, sql`t.id in (select receipt_id from payments where invoice_id = ${id})`),
  });
}
