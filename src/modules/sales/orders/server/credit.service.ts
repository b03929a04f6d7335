import { type Context, anonymous, type Write } from '~/kit/server/database/context';
import { AppError, notFound } from '~/kit/server/errors';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { may } from '~/modules/organization/users/rights.rules';
import { readAccount } from '~/modules/sales/customers/server/accounts.service';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { creditText, type CustomerCredit, isAboveCredit, takesCredit } from '../credit.rules';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Order } from '../orders.fields';
import { lockCredit, sumUninvoicedOf, sumUninvoicedOfOrder } from './credit.queries';

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
  const uninvoiced = await sumUninvoicedOf(db, customer, without);
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
 * Whether an order is judged by its customer's credit limit, whose credit no other order takes then until the transaction ends
 * (docs/product/orders.md#credit-limit); `before` is null for a new order.
 */
export async function isCreditJudged(
  { trx, context }: Write,
  { credit_check }: Pick<Settings, 'credit_check'>,
  { before, after }: { before: Order | null; after: Judged },
): Promise<boolean> {
  if (credit_check !== 'stop') return false;
  if (before && !takesCredit(before, after)) return false;
  if (may(context.person, 'orders.exceed_credit').ok) return false;
  await lockCredit(trx, after.customer_id);
  return true;
}

/** 409 for an order, of which invoices will charge `total`, above its customer's credit limit; `id` is null before it is written. */
export async function enforceCredit(
  { trx, context }: Write,
  order: { id: number | null; customer_id: number; total: number },
): Promise<void> {
  const debtor = await findCustomer(trx, order.customer_id);
  if (!debtor) return;
  const credit = await creditOf({ db: trx, now: context.now }, debtor, order.id);
  if (!isAboveCredit(credit, order.total)) return;
  const { id, company_name } = debtor;
  const { total } = order;
  const message = `${creditText(credit, { company_name, total })}. Ask someone who may exceed it.`;
  throw new AppError('order.over_credit_limit', message, {
    details: [
      { field: 'customer_id', message, record: { type: 'customer', id, label: company_name } },
    ],
  });
}

/** The same of a changed order that is written. */
export async function enforceCreditOf(
  write: Write,
  { id, customer_id }: Pick<Order, 'id' | 'customer_id'>,
): Promise<void> {
  const total = await sumUninvoicedOfOrder(write.trx, id);
  await enforceCredit(write, { id, customer_id, total });
}
