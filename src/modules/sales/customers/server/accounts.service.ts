import type { Context } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { CustomerAccount, InvoiceAccount } from '../accounts.fields';

type Reader = Pick<Context, 'db' | 'person' | 'now'>;

interface Accounts {
  /** In rupees, of the invoices of one customer that the person reads. */
  read: (reader: Reader, customer: number) => Promise<InvoiceAccount>;
}

interface AdvanceAccounts {
  /** The rest of a customer's advances that the person reads, and the refunds of cancelled ones, in rupees. */
  read: (reader: Reader, customer: number) => Promise<{ remaining: number; owed: number }>;
}

interface ReceiptAccounts {
  /** The unallocated amount of a customer's receipts that the person reads, in rupees. */
  remaining: (reader: Reader, customer: number) => Promise<number>;
}

/** The account of a customer, provided by the invoices module. */
export const accounts = extensionPoint<Accounts>('customers.accounts');

/** What a customer paid in advance, provided by the advances module. */
export const advanceAccounts = extensionPoint<AdvanceAccounts>('customers.advance_accounts');

/** The payments of a customer that no invoice has yet, provided by the receipts module. */
export const receiptAccounts = extensionPoint<ReceiptAccounts>('customers.receipt_accounts');

/** What a customer owes, and what is theirs (docs/product/customers.md#account). */
export async function readAccount(reader: Reader, customer: number): Promise<CustomerAccount> {
  const [account, { remaining, owed }, unallocated] = await Promise.all([
    accounts.get().read(reader, customer),
    advanceAccounts.get().read(reader, customer),
    receiptAccounts.get().remaining(reader, customer),
  ]);
  const customer_credit = sumOf([account.customer_credit, unallocated, -owed]);
  return { ...account, customer_credit, advances: remaining };
}
