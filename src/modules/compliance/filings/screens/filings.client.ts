import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { downloadFile, saveFile } from '~/kit/ui/calls/files';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { EWayBillFile } from '../e-way-bill.rules';
import type { EInvoiceRecord, Filings } from '../filings.fields';
import type { transportFields } from '../transport.fields';

/** The IRN of a document and how the goods of an invoice travel, fetched again whenever its row changes. */
export function useFilings({ path, id, updated_at }: PortalDocument) {
  return useComputed<Filings>(`${path}/${id}/filings`, { dependsOn: [], day: updated_at });
}

export async function saveEInvoice({ path, id, number }: PortalDocument): Promise<void> {
  await downloadFile(`${path}/${id}/e-invoice`, `e-invoice-${number}.json`);
}

export async function sendResponse(
  { path, id }: PortalDocument,
  response: unknown,
): Promise<EInvoiceRecord> {
  return api.post<EInvoiceRecord>(`${path}/${id}/e-invoice`, response);
}

export async function cancelIrn({ path, id }: PortalDocument, reason: string): Promise<void> {
  await api.post(`${path}/${id}/e-invoice/cancel`, { reason });
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
