import { api } from '~/kit/ui/data/api';
import { useComputed } from '~/kit/ui/data/computed';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { downloadFile, saveFile } from '~/kit/ui/data/files';
import type { Invoice } from '~/modules/invoices/invoices.fields';
import type { EWayBillFile } from '../e-way-bill.rules';
import type { EInvoiceRecord, Filings } from '../filings.fields';
import type { transportFields } from '../transport.fields';

/** The IRN of an invoice and how its goods travel, fetched again whenever its row changes. */
export function useFilings({ id, updated_at }: Invoice) {
  return useComputed<Filings>(`/invoices/${id}/filings`, { dependsOn: [], day: updated_at });
}

export async function saveEInvoice({ id, invoice_number }: Invoice): Promise<void> {
  await downloadFile(`/invoices/${id}/e-invoice`, `e-invoice-${invoice_number}.json`);
}

export async function sendAnswer({ id }: Invoice, answer: unknown): Promise<EInvoiceRecord> {
  return api.post<EInvoiceRecord>(`/invoices/${id}/e-invoice`, answer);
}

export async function cancelIrn({ id }: Invoice, reason: string): Promise<void> {
  await api.post(`/invoices/${id}/e-invoice/cancel`, { reason });
}

/** Keeps how the goods travel, and saves the file for the e-way bill portal. */
export async function saveEWayBill(
  { id, invoice_number }: Invoice,
  transport: PatchOf<typeof transportFields>,
): Promise<void> {
  const file = await api.post<EWayBillFile>(`/invoices/${id}/e-way-bill`, transport);
  const content = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  saveFile(content, `e-way-bill-${invoice_number.replaceAll(/[^\w.-]/g, '-')}.json`);
}
