import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Invoice } from '~/modules/invoices/invoices.fields';
import { issueDraft, settleInvoice } from '~/modules/invoices/server/issuing.service';
import { findInvoiceToPay } from '~/modules/invoices/server/invoices.service';
import type { NewPayment, PaymentChange } from '../requests.fields';
import type { Payment } from '../payments.fields';
import { canClaim, canDelete, canEdit, claimOf, fixedField } from '../payments.rules';
import { payments, sumClaims } from './payments.queries';

/**
 * Records a payment, completed unless another status is sent; on a draft it issues the invoice
 * (docs/product/payments.md#the-invoice-follows).
 */
export async function recordPayment(context: Context, sent: NewPayment): Promise<Payment> {
  return context.transaction((trx) => addPayment({ trx, context }, sent));
}

/** The same in the caller's transaction. */
export async function addPayment(write: Write, sent: NewPayment): Promise<Payment> {
  const { trx, context } = write;
  const invoice = await findInvoiceToPay(write, sent.invoice_id);
  if (!invoice) throw invalid('invoice_id', 'There is no such invoice');
  await enforceClaim(trx, { invoice, amount: sent.amount, except: null });
  // Before the payment is made: the feed names its invoice by the number that it keeps.
  const issued = await issueDraft(write, invoice);
  const { person } = context;
  const { id } = await insertRecord(write, payments, {
    ...sent,
    created_by: person.id || null,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
  });
  await bringAlong(write, issued);
  return getRecord(trx, payments, id);
}

/** 400 for more than the balance less what is held against it; 409 on a cancelled invoice. */
async function enforceClaim(
  trx: Db,
  { invoice, amount, except }: { invoice: Invoice; amount: number; except: number | null },
): Promise<void> {
  const others = await sumClaims(trx, { invoiceId: invoice.id, except });
  const verdict = canClaim(invoice, others, amount);
  if (verdict.ok) return;
  const isCancelled = invoice.status === 'cancelled';
  const detail = isCancelled
    ? {
        field: 'invoice_id',
        message: verdict.sentence,
        record: { type: 'invoice', id: invoice.id, label: invoice.invoice_number },
      }
    : { field: 'amount', message: verdict.sentence };
  enforce(verdict, isCancelled ? 409 : 400, [detail]);
}

/** The locked invoice becomes what its payments make of it. */
async function bringAlong(write: Write, invoice: Invoice): Promise<void> {
  const { completed } = await sumClaims(write.trx, { invoiceId: invoice.id, except: null });
  await settleInvoice(write, invoice, completed);
}

type Values = Omit<PaymentChange, 'updated_at'>;

/** Changes some fields; `updated_at` is the moment that the sender read. */
export async function updatePayment(
  context: Context,
  id: number,
  change: PaymentChange,
): Promise<Payment> {
  const { updated_at: seen, ...values } = change;
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const { invoice, payment: before } = await lockBoth(write, id);
    const after = { ...before, ...given(values) };
    const check = async (): Promise<void> => {
      refuseFixed(before, values);
      const isMore = claimOf(after) > claimOf(before);
      // What is held on a cancelled invoice may be let go, and nothing else.
      const isTaken = invoice.status === 'cancelled' && after.status !== before.status;
      if (isMore || (isTaken && claimOf(after) > 0)) {
        await enforceClaim(trx, { invoice, amount: after.amount, except: id });
      }
    };
    const action = after.status === before.status ? undefined : after.status;
    const update = { id, values, seen, check };
    await updateRecord(write, payments, action ? { ...update, action } : update);
    await bringAlong(write, invoice);
    return getRecord(trx, payments, id);
  });
}

/** The invoice before the payment, as whoever records one locks it. */
async function lockBoth(write: Write, id: number): Promise<{ invoice: Invoice; payment: Payment }> {
  const { trx } = write;
  const { invoice_id } = await getRecord(trx, payments, id);
  const invoice = await findInvoiceToPay(write, invoice_id);
  if (!invoice) throw notFound('Invoice');
  return { invoice, payment: await lockRecord(trx, payments, id) };
}

function given(values: Values): Partial<Payment> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function refuseFixed(before: Payment, values: Values): void {
  const changed = Object.entries(given(values))
    .filter(([name, value]) => value !== before[name as keyof Payment])
    .map(([name]) => name);
  const verdict = canEdit(before, changed);
  const field = fixedField(before, changed) ?? '';
  if (!verdict.ok) enforce(verdict, 409, [{ field, message: verdict.sentence }]);
}

export async function deletePayment(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const { invoice } = await lockBoth(write, id);
    await deleteRecord(write, payments, { id, check: canDelete });
    await bringAlong(write, invoice);
    return { id };
  });
}
