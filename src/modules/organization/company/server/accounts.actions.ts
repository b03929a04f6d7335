import type { Context, Write } from '~/kit/server/database/context';
import { asLocked, lockRecord, refuseStale } from '~/kit/server/database/entity';
import { enforce, invalid } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { PaymentMethod, PaymentMethodPatch } from '../accounts.fields';
import { accountProblem, canGiveUpDefault, describeAccount, lastFour } from '../accounts.rules';
import { companyNews } from './news.service';
import {
  findDefaultMethod,
  findFirstMethod,
  lockPaymentMethods,
  paymentMethods,
} from './accounts.queries';

const noAccount = {
  brand: null,
  last4: null,
  account_number: null,
  ifsc: null,
  upi_id: null,
} as const;

/** Adds an account; the first one is always the default. 400 when a field that its type requires is missing. */
export async function addPaymentMethod(
  context: Context,
  values: PaymentMethodPatch & { type: PaymentMethod['type'] },
): Promise<PaymentMethod> {
  const last4 = checkedLastFour({ ...noAccount, ...definedOnly(values) }, values.last4);
  return context.write(async (write, trx) => {
    await lockPaymentMethods(trx);
    const current = await findDefaultMethod(trx);
    const isDefault = current === null || values.is_default === true;
    if (current && isDefault) await setDefault(write, current, false);
    const method = { ...values, last4, is_default: isDefault };
    const created = await insertRecord(write, paymentMethods, method);
    await notify(write, 'added', created);
    return created;
  });
}

/** Changes an account; a new default replaces the previous one. 409 when no default would be left. */
export async function changePaymentMethod(
  context: Context,
  id: number,
  patch: PaymentMethodPatch & { updated_at?: string },
): Promise<PaymentMethod> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    await lockPaymentMethods(trx);
    const before = await lockRecord(trx, paymentMethods, id);
    const whole = { ...before, ...definedOnly(values) };
    if (values.is_default === false) enforce(canGiveUpDefault(before));
    const last4 = checkedLastFour(whole, values.last4);
    const current = await findDefaultMethod(trx);
    if (values.is_default === true && current && current.id !== id) {
      await setDefault(write, current, false);
    }
    refuseStale(before, seen);
    const changed = await updateRecord(write, paymentMethods, {
      row: before,
      values: { ...values, last4 },
    });
    if (changed !== before) await notify(write, 'changed', changed);
    return changed;
  });
}

/** Removes an account; if it was the default, the oldest remaining one becomes the default. */
export async function removePaymentMethod(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    await lockPaymentMethods(trx);
    const row = await lockRecord(trx, paymentMethods, id);
    await deleteRecord(write, paymentMethods, { row });
    const next = row.is_default ? await findFirstMethod(trx) : null;
    if (next) await setDefault(write, next, true);
    await notify(write, 'removed', row);
    return { id };
  });
}

function notify(write: Write, action: string, method: PaymentMethod): Promise<void> {
  const happened = `A payment method of the company was ${action}: ${describeAccount(method)}.`;
  return companyNews.get().notifyAdministrators(write, happened);
}

async function setDefault(write: Write, method: PaymentMethod, value: boolean): Promise<void> {
  // Changing an account requires the lock on all of them.
  const row = asLocked(method);
  await updateRecord(write, paymentMethods, { row, values: { is_default: value } });
}

type Account = Parameters<typeof accountProblem>[0];

/** 400 for an account with missing fields, or for last digits that do not match its number. */
function checkedLastFour(account: Account, sent: string | null | undefined): string | null {
  const problem = accountProblem(account);
  if (problem) throw invalid(problem.field, problem.message);
  const last4 = lastFour(account);
  if (sent && last4 !== sent) {
    throw invalid('last4', 'The last 4 digits do not match the account number');
  }
  return last4;
}

function definedOnly<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]: Exclude<T[K], undefined> };
}
