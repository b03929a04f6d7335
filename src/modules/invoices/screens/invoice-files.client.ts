import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import type { Invoice } from '../invoices.fields';

/** Saves an invoice's PDF file, the server's own, and reports the outcome in a toast (docs/product/invoices.md#document). */
export async function saveInvoicePdf({ id, invoice_number }: Invoice): Promise<void> {
  toast('info', 'Generating invoice PDF...');
  try {
    await downloadFile(`/invoices/${id}/pdf`, `${invoice_number}.pdf`);
    toast('success', `Invoice ${invoice_number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download invoice: ${reason}`);
  }
}
