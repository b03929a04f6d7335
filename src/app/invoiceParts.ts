import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { EInvoice } from './eInvoicePart';
import type { PortalParts } from '~/modules/billing/invoices/screens/InvoiceDetails';
import type { PaymentParts } from '~/modules/billing/invoices/screens/InvoiceDialogs';

/** What payments, notes and portals show of an invoice, in its list and on its page. */
export const payments: PaymentParts = {
  Form: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/payments/screens/PaymentForm')).InvoicePaymentForm,
  ),
  Receipt: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/receipts/screens/ReceiptForm')).InvoiceReceiptForm,
  ),
  WriteOff: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/payments/screens/WriteOffForm')).WriteOffForm,
  ),
  UseCredit: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/receipts/screens/InvoiceCredit')).UseCredit,
  ),
  RefundCredit: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/receipts/screens/InvoiceCredit')).RefundCredit,
  ),
  List: lazyPart(
    async () =>
      (await import('~/modules/billing/payments/screens/InvoicePayments')).InvoicePayments,
  ),
  Correction: lazyDialog(
    'invoice',
    async () =>
      (await import('~/modules/billing/credit-notes/screens/CorrectInvoice')).CorrectInvoice,
  ),
  Notes: lazyPart(
    async () => (await import('~/modules/billing/credit-notes/screens/InvoiceNotes')).InvoiceNotes,
  ),
};

export const portals: PortalParts = {
  EInvoice,
  EWayBill: lazyPart(
    async () =>
      (await import('~/modules/compliance/filings/screens/InvoiceEWayBill')).InvoiceEWayBill,
  ),
};
