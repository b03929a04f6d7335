import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import type { FurtherCopy } from '~/modules/sales/documents/copies.rules';
import type { Invoice } from '../invoices.fields';

/** Saves an invoice's PDF file, the server's own, and reports the outcome in a toast (docs/product/invoices.md#document). */
export async function saveInvoicePdf(
  { id, invoice_number }: Invoice,
  copy?: FurtherCopy,
): Promise<void> {
  toast('info', 'Generating invoice PDF...');
  try {
    const [query, end] = copy ? [`?copy=${copy}`, `-${copy}`] : ['', ''];
    await downloadFile(`/invoices/${id}/pdf${query}`, `${invoice_number}${end}.pdf`);
    toast('success', `Invoice ${invoice_number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download invoice: ${reason}`);
  }
}
