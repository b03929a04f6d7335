import { enforce } from '~/kit/server/errors';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canClaim, type Claimed } from '../payments.rules';

/** 400 above the balance minus reserved payments; 409 on a cancelled invoice. */
export function enforceClaim(invoice: Invoice, others: Claimed, amount: number): void {
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
