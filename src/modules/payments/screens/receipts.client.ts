import { api } from '~/kit/ui/data/api';
import { savePdf } from '~/kit/ui/data/pdf';
import type { BillingProfile } from '~/modules/company/identity.fields';
import type { Invoice } from '~/modules/invoices/invoices.fields';
import type { Payment } from '../payments.fields';
import { receiptPrintDocument } from '../payments.print';

/**
 * Makes the receipt of a payment and saves it. Where its invoice cannot be fetched, the payment's own invoice number
 * and customer are used (docs/product/payments.md#receipt). Throws where the file cannot be made.
 */
export async function downloadReceipt(payment: Payment): Promise<void> {
  const [invoice, issuer] = await Promise.all([
    api.get<Invoice>(`/invoices/${payment.invoice_id}`).catch(() => null),
    api.get<BillingProfile>('/billing/profile').catch(() => null),
  ]);
  await savePdf(receiptPrintDocument({ payment, invoice, issuer }));
}
