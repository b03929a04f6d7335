import { lazy } from 'react';

/** What portals give for an invoice or a note, in its details. */
export const EInvoice = lazy(async () => ({
  default: (await import('~/modules/compliance/filings/screens/EInvoice')).EInvoice,
}));
