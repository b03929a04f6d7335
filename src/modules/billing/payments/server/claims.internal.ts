import { enforce } from '~/kit/server/errors';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canClaim, type Claimed } from '../payments.rules';

/**
 * 400 above the balance minus reserved payments; 409 on a cancelled invoice. `at` is its place in the request, such as
 * `allocations.2.`.
 */
export function enforceClaim(invoice: Invoice, others: Claimed, amount: number, at = ''): void {
  const verdict = canClaim(invoice, others, amount);
  if (verdict.ok) return;
  const isCancelled = invoice.status === 'cancelled';
  const isNamed = isCancelled || at !== '';
  const record = { type: 'invoice', id: invoice.id, label: invoice.invoice_number };
  const detail = {
    field: `${at}${isCancelled ? 'invoice_id' : 'amount'}`,
    message: verdict.message,
    ...(isNamed ? { record } : {}),
  };
  enforce(verdict, [detail]);
}
