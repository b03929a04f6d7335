import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { ofReceipts } from '~/modules/billing/payments/server/of-receipts.service';
import { registerTies, tiesBy } from '~/modules/records/batches/server/registry.service';
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

export function provideReceipts(): void {
  registerDocument(receipts, {
    type: 'receipt',
    kind: 'receipts',
    number: sql`t.receipt_number`,
    links: receiptLinks,
    events: {
      kind: 'payment',
      from: receiptTables,
      details: sql`t.id, t.receipt_number, t.amount, t.status, ${unallocated} as unallocated`,
      describe,
      of: {
        invoices: (id) => sql`t.id in (select receipt_id from payments where invoice_id = ${id})`,
      },
    },
  });
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
    ...tiesBy('customers', 'advances', { receipt_id: 'receipts' }),
    {
      of: 'customers',
      one: 'invoices',
      other: 'invoices',
      at: {
        table: sql`(select o.invoice_id as credited, p.invoice_id as paid
          from payments p join payments o on o.id = p.set_off_id)`,
        one: 'credited',
        other: 'paid',
      },
    },
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
