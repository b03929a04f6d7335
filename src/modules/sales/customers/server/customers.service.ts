import { findByCode, lockCodes, nextCode } from '~/kit/server/database/codes';
import { type Context, type Person, userOf, type Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { findRecord, holdRecord, openRecord } from '~/kit/server/database/entity';
import { alreadyTaken, enforce, invalid, type Detail } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { workspaceOfNew } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';
import { canDelete, unknownParty } from '../customers.rules';
import { checkedParty } from './parties.internal';
import { registerParty } from './parties.queries';
import {
  addressLink,
  customerCodes,
  customers,
  customersNamed,
  registerDocument,
} from './customers.queries';

export { addressLink, customersNamed, registerDocument, registerParty };

export async function createCustomer(context: Context, values: NewCustomer): Promise<Customer> {
  return context.write(async (write) => {
    const workspace_id = await workspaceOfNew(write, 'customers');
    return addCustomer(write, { ...values, workspace_id });
  });
}

/**
 * Creates a customer in the caller's transaction and assigns a code unless one is given
 * (docs/product/customers.md#code).
 */
export async function addCustomer(
  write: Write,
  values: NewCustomer & { workspace_id?: number | null },
): Promise<Customer> {
  const { trx } = write;
  await lockCodes(trx, customerCodes);
  if (values.customer_code) await refuseTakenCode(write, values.customer_code);
  const customer_code = values.customer_code ?? nextCode(customerCodes);
  const created_by = userOf(write.context.person);
  const party = await checkedParty(trx, unknownParty, values);
  return insertRecord(write, customers, { ...values, ...party, customer_code, created_by });
}

export async function updateCustomer(
  context: Context,
  id: number,
  patch: CustomerPatch & { updated_at?: string },
): Promise<Customer> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const row = await openRecord(write, customers, id, seen);
    const code = values.customer_code;
    if (code !== undefined && code !== row.customer_code) {
      await lockCodes(trx, customerCodes);
      await refuseTakenCode(write, code, [id]);
    }
    const party = await checkedParty(trx, row, values);
    return updateRecord(write, customers, { row, values: { ...values, ...party } });
  });
}

/** Locks before it counts: a concurrent order or invoice waits, and then finds the customer gone. */
export async function deleteCustomer(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const customer = await openRecord(write, customers, id);
    const verdict = canDelete(customer, await countDependents(trx, { table: customers.name, id }));
    if (!verdict.ok) enforce(verdict, await dependentDetails(write, customer));
    await deleteRecord(write, customers, { row: customer });
    return { id };
  });
}

/** The customer as the person reads it, locked until the transaction ends; 400 without one. */
export async function holdCustomer(write: Write, id: number): Promise<Customer> {
  if (await findCustomer(write.trx, id, write.context.person))
    return holdRecord(write, customers, id);
  throw invalid('customer_id', 'Customer not found');
}

/** Null where there is none, or none that `person` may read. */
export async function findCustomer(db: Db, id: number, person?: Person): Promise<Customer | null> {
  return findRecord(db, customers, id, person);
}

/** Only counted for inactive customers, because an active one is refused for being active. */
async function dependentDetails(write: Write, customer: Customer): Promise<Detail[] | undefined> {
  if (customer.is_active) return undefined;
  return listDependents(write, { table: customers.name, id: customer.id }, 'Belongs to it:');
}

/** 409 for a code of a customer other than these, named to those who may read it. */
export async function refuseTakenCode(
  { trx, context: { person } }: Write,
  code: string,
  except: readonly number[] = [],
): Promise<void> {
  const holder = await findByCode(trx, customerCodes, code);
  if (!holder || except.includes(holder.id)) return;
  const field = 'customer_code';
  if (!(await findCustomer(trx, holder.id, person))) {
    const message = `The customer code ${code} is already in use`;
    throw alreadyTaken('customer.code_taken', { field, message });
  }
  const message = `The customer code ${code} belongs to ${holder.label}`;
  const record = { type: 'customer', ...holder };
  throw alreadyTaken('customer.code_taken', { field, message, record });
}
