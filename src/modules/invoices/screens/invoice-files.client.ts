import { toast } from '~/kit/ui/elements/toasts';
import type { Invoice } from '../invoices.fields';

/** Makes an invoice's PDF file, saves it and reports the outcome in a toast (docs/product/invoices.md#document). */
export async function saveInvoicePdf(invoice: Invoice): Promise<void> {
  toast('info', 'Generating invoice PDF...');
  try {
    const { downloadInvoice } = await import('./invoice-documents.client');
    await downloadInvoice(invoice);
    toast('success', `Invoice ${invoice.invoice_number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download invoice: ${reason}`);
  }
}
