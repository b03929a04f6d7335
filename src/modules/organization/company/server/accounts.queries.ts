import { sql } from 'kysely';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  type PaidInto,
  type PaymentMethod,
  paymentMethodFields,
  paymentMethodTypes,
} from '../accounts.fields';
import { billingProfileId } from './identity.queries';

export const paymentMethods: Entity<typeof paymentMethodFields> = {
  name: 'payment_methods',
  type: 'other',
  noun: 'Payment method',
  fields: paymentMethodFields,
  select: (where) =>
    sql`select ${columnsOf(paymentMethodFields, 't')} from payment_methods t where ${where}`,
  label: labelOf,
};

function labelOf(method: PaymentMethod): string {
  const type = paymentMethodTypes.find((each) => each.value === method.type);
  const name = method.label ?? method.brand ?? method.upi_id ?? type?.label ?? method.type;
  return method.last4 === null ? name : `${name} ending in ${method.last4}`;
}

export function listPaymentMethods(): ListSource {
  return {
    select: sql`${paymentMethods.select(sql`true`)} order by t.is_default desc, t.id`,
    entity: 'payment_methods',
  };
}

export async function findDefaultMethod(db: Db): Promise<PaymentMethod | null> {
  return findJson<PaymentMethod>(db, paymentMethods.select(sql`t.is_default`));
}

export async function findFirstMethod(db: Db): Promise<PaymentMethod | null> {
  return findJson<PaymentMethod>(
    db,
    sql`${paymentMethods.select(sql`true`)} order by t.id limit 1`,
  );
}

/** Serializes changes of accounts, so that exactly one is the default at any time. */
export async function lockPaymentMethods(trx: Transaction): Promise<void> {
  await sql`select id from billing_profile where id = ${billingProfileId} for update`.execute(trx);
}

/** SQL: the default account as JSON, or null. */
export const defaultAccount = sql`(select row_to_json(p) from (
  select ${columnsOf(paymentMethodFields, 'm')} from payment_methods m where m.is_default) p)`;

/** SQL: the default account's UPI ID, else that of the oldest account that has one. */
export const upiId = sql`(select m.upi_id from payment_methods m where m.upi_id is not null
  order by m.is_default desc, m.id limit 1)`;

/** Where customers pay to now. */
export async function findPaidInto(db: Db): Promise<PaidInto> {
  const found = await findJson<PaidInto>(
    db,
    sql`select ${defaultAccount} as account, ${upiId} as upi_id`,
  );
  return found ?? { account: null, upi_id: null };
}
