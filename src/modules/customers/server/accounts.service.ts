import type { Context } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { CustomerAccount } from '../accounts.fields';

interface Accounts {
  /** In rupees, of the invoices of one customer that the person reads. */
  read: (reader: Pick<Context, 'db' | 'person'>, customer: number) => Promise<CustomerAccount>;
}

/** The account of a customer, provided by the invoices module. */
export const accounts = extensionPoint<Accounts>('customers.accounts');
