import { lazy } from 'react';
import { EInvoice } from './eInvoicePart';
import type { PortalParts } from '~/modules/invoices/screens/InvoiceDetails';
import type { PaymentParts } from '~/modules/invoices/screens/InvoiceDialogs';

/** What payments, notes and portals show of an invoice, in its list and on its page. */
export const payments: PaymentParts = {
  Form: lazy(async () => ({
    default: (await import('~/modules/payments/screens/PaymentForm')).InvoicePaymentForm,
  })),
  List: lazy(async () => ({
    default: (await import('~/modules/payments/screens/InvoicePayments')).InvoicePayments,
  })),
  Correction: lazy(async () => ({
    default: (await import('~/modules/credit-notes/screens/CorrectInvoice')).CorrectInvoice,
  })),
  Notes: lazy(async () => ({
    default: (await import('~/modules/credit-notes/screens/InvoiceNotes')).InvoiceNotes,
  })),
};

export const portals: PortalParts = {
  EInvoice,
  EWayBill: lazy(async () => ({
    default: (await import('~/modules/filings/screens/InvoiceEWayBill')).InvoiceEWayBill,
  })),
};
