import { useComputed } from '~/kit/ui/records/computed';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/calls/api';
import { putInList } from '~/kit/ui/records/list-store';
import { useRecords } from '~/kit/ui/records/useRecords';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { Payment, PaymentPatch, writeOffFields } from '../payments.fields';
import type { NewPayment } from '../requests.schema';
import { downloadFile } from '~/kit/ui/calls/files';
import { toast } from '~/kit/ui/messages/toasts';
import { savePaper } from '~/kit/ui/calls/savePaper';

const source = {
  entity: 'payments',
  path: '/payments',
  longDependsOn: ['invoices', 'customers'],
};

export function usePayments() {
  return useRecords<Payment, NewPayment, PaymentPatch>(source);
}

export type Payments = ReturnType<typeof usePayments>;

export async function recordPayment(values: NewPayment, idempotencyKey: string): Promise<void> {
  putInList(source, await api.post<Payment>('/payments', values, { idempotencyKey }));
}

export async function writeOff(
  invoice: number,
  values: PatchOf<typeof writeOffFields>,
  idempotencyKey: string,
): Promise<void> {
  const path = `/invoices/${invoice}/write-off`;
  putInList(source, await api.post<Payment>(path, values, { idempotencyKey }));
}

export function useInvoicePayments({ id, updated_at }: Invoice) {
  return useComputed<Payment[]>(`/payments/invoice/${id}`, {
    dependsOn: ['payments'],
    day: updated_at,
  });
}

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
