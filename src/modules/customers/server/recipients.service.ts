import type { Write } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import type { Customer } from '../customers.fields';
import { findCustomer } from './customers.service';

/** Whom the mail with a customer's document goes to; 400 with that code where there is no address. */
export async function recipientOf(
  { trx, context }: Write,
  { customer_id, customer_name }: { customer_id: number; customer_name: string },
  missing: ErrorCode,
): Promise<{ to: string; customer: Customer }> {
  const customer = await findCustomer(trx, customer_id);
  if (customer?.email) return { to: customer.email, customer };
  const message = `${customer_name} has no e-mail address. Add one to the customer first.`;
  const record = { type: 'customer', id: customer_id, label: customer_name };
  const isRead = await findCustomer(trx, customer_id, context.person);
  throw new AppError(missing, 400, message, {
    details: [{ message, ...(isRead ? { record } : {}) }],
  });
}
