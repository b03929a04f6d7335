import { sql } from 'kysely';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type PaymentMethod, paymentMethodFields, paymentMethodTypes } from '../accounts.fields';
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
