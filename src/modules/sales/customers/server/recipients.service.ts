import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { findCustomer } from './customers.service';
import { listInvoiceContacts } from './customers.queries';

export interface Recipients {
  to: string[];
  /** The people that the letter greets, such as "Asha Rao and Bo Sen". */
  contact: string;
}

const namesTogether = new Intl.ListFormat('en');

/**
 * Whom the mail with a customer's document goes to: the contacts who get invoices, else the customer's own address
 * (docs/product/customers.md#contacts). 400 with that code where there is no address.
 */
export async function recipientOf(
  { trx, context }: { trx: Db; context: Pick<Context, 'person'> },
  { customer_id, customer_name }: { customer_id: number; customer_name: string },
  missing: ErrorCode,
): Promise<Recipients> {
  const customer = await findCustomer(trx, customer_id);
  const contacts = await listInvoiceContacts(trx, customer_id);
  if (contacts.length > 0) {
    const names = new Set(contacts.map(({ name }) => name));
    return { to: contacts.map(({ email }) => email), contact: namesTogether.format(names) };
  }
  if (customer?.email) return { to: [customer.email], contact: customer.contact_person };
  const message = `${customer_name} has no email address. Add one to the customer first.`;
  const record = { type: 'customer', id: customer_id, label: customer_name };
  const isRead = await findCustomer(trx, customer_id, context.person);
  throw new AppError(missing, message, {
    details: [{ message, ...(isRead ? { record } : {}) }],
  });
}
