import { toast } from '~/kit/ui/elements/toasts';
import type { Payment } from '../payments.fields';

/**
 * Makes the receipt of a payment, saves it and reports the outcome; where it cannot be made, the page is printed
 * (docs/product/payments.md#receipt).
 */
export async function saveReceipt(payment: Payment): Promise<void> {
  toast('info', 'Generating receipt PDF...');
  try {
    const { downloadReceipt } = await import('./receipts.client');
    await downloadReceipt(payment);
    toast('success', `Receipt for payment #${payment.id} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error occurred';
    toast('error', `Failed to generate receipt: ${reason}`);
    window.print();
  }
}
