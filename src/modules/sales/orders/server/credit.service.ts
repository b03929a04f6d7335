import { type Context, anonymous, type Write } from '~/kit/server/database/context';
import { AppError, notFound } from '~/kit/server/errors';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { may } from '~/modules/organization/users/rights.rules';
import { readAccount } from '~/modules/sales/customers/server/accounts.service';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { creditText, type CustomerCredit, isAboveCredit, takesCredit } from '../credit.rules';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Order } from '../orders.fields';
import { lockCredit, readSettled, readUninvoiced } from './credit.queries';

type Reader = Pick<Context, 'db' | 'now'>;

/**
 * The used part of a customer's credit limit, in rupees, including documents that the person may not read
 * (docs/product/customers.md#at-a-glance); `without` is an order that does not count.
 */
export async function readUsedCredit(
  { db, now }: Reader,
  customer: number,
  without: number | null = null,
): Promise<number> {
  const account = await readAccount({ db, now, person: anonymous }, customer);
  const uninvoiced = await readUninvoiced(db, customer, without);
  return sumOf([account.outstanding, uninvoiced, -account.customer_credit, -account.advances]);
}

/** What a new order can take of a customer's credit limit; 404 for a customer that the person may not read. */
export async function getCredit(context: Context, id: number): Promise<CustomerCredit> {
  const customer = await findCustomer(context.db, id, context.person);
  if (!customer) throw notFound('Customer');
  return creditOf(context, customer);
}

async function creditOf(
  reader: Reader,
  { id, credit_limit }: Pick<Customer, 'id' | 'credit_limit'>,
  without: number | null = null,
): Promise<CustomerCredit> {
  if (credit_limit === null) return { credit_limit, left: null };
  return {
    credit_limit,
    left: sumOf([credit_limit, -(await readUsedCredit(reader, id, without))]),
  };
}

type Judged = Pick<Order, 'status' | 'customer_id' | 'total_amount'>;

/**
 * 409 for an order above its customer's credit limit where the setting stops those, except with the right to exceed it
 * (docs/product/orders.md#credit-limit); `before` is null for a new order.
 */
export async function enforceCredit(
  { trx, context }: Write,
  { credit_check }: Pick<Settings, 'credit_check'>,
  { before, after }: { before: Order | null; after: Judged },
): Promise<void> {
  if (credit_check !== 'stop') return;
  if (before && !takesCredit(before, after)) return;
  if (may(context.person, 'orders.exceed_credit').ok) return;
  await lockCredit(trx, after.customer_id);
  const debtor = await findCustomer(trx, after.customer_id);
  if (!debtor) return;
  const without = before?.id ?? null;
  const credit = await creditOf({ db: trx, now: context.now }, debtor, without);
  const settled = without === null ? 0 : await readSettled(trx, without);
  const total = Math.max(sumOf([after.total_amount, -settled]), 0);
  if (!isAboveCredit(credit, total)) return;
  const { id, company_name } = debtor;
  const message = `${creditText(credit, { company_name, total })}. Ask someone who may exceed it.`;
  throw new AppError('order.over_credit_limit', 409, message, {
    details: [
      { field: 'customer_id', message, record: { type: 'customer', id, label: company_name } },
    ],
  });
}
