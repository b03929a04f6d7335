import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { savePaper } from '~/modules/sales/papers/screens/papers.client';
import type { Payment } from '../payments.fields';

function saveVoucher({ id }: Payment): Promise<void> {
  return savePaper('Voucher', `#${id}`, { path: `/payments/${id}/pdf` });
}

/**
 * Saves the receipt of a payment and reports the outcome; where it cannot be made, the page is printed
 * (docs/product/payments.md#receipt).
 */
export async function saveReceipt(payment: Payment): Promise<void> {
  if (payment.kind === 'refund') return saveVoucher(payment);
  toast('info', 'Generating receipt PDF...');
  try {
    await downloadFile(`/payments/${payment.id}/pdf`, `Receipt-${payment.id}.pdf`);
    toast('success', `Receipt for payment #${payment.id} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error occurred';
    toast('error', `Failed to generate receipt: ${reason}`);
    window.print();
  }
}
