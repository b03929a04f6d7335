import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import type { Invoice } from './invoices.fields';

export function portalInvoice({ invoice_number: number, ...invoice }: Invoice): PortalDocument {
  const { id, updated_at, status, supply_type } = invoice;
  return { id, number, updated_at, status, supply_type, path: '/invoices', noun: 'Invoice' };
}
