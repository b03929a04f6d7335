import type { Db } from '~/kit/server/db';
import { findRecord, insertRecord, type Write } from '~/kit/server/write';
import type { Customer } from '../customers.fields';
import { customers, nextCustomerCode } from './customers.queries';

/** Makes a customer in the caller's transaction, with a code of its own unless one is given. */
export async function addCustomer(write: Write, values: Partial<Customer>): Promise<Customer> {
  const customer_code = values.customer_code ?? (await nextCustomerCode(write.trx));
  return insertRecord(write, customers, { ...values, customer_code });
}

export async function findCustomer(db: Db, id: number): Promise<Customer | null> {
  return findRecord(db, customers, id);
}
