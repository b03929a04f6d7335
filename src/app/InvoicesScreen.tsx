import { lazy } from 'react';
import { InvoicesPage } from '~/modules/invoices/screens/InvoicesPage';

const payments = {
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

const portals = {
  EInvoice: lazy(async () => ({
    default: (await import('~/modules/filings/screens/InvoiceEInvoice')).InvoiceEInvoice,
  })),
  EWayBill: lazy(async () => ({
    default: (await import('~/modules/filings/screens/InvoiceEWayBill')).InvoiceEWayBill,
  })),
};

export default function InvoicesScreen() {
  return <InvoicesPage payments={payments} portals={portals} />;
}
