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
  WriteOff: lazyDialog('invoice', () => import('~/modules/billing/payments/screens/WriteOffForm')),
  UseCredit: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/receipts/screens/InvoiceCredit')).UseCredit,
  ),
  RefundCredit: lazyDialog(
    'invoice',
    async () => (await import('~/modules/billing/receipts/screens/InvoiceCredit')).RefundCredit,
  ),
  List: lazyPart(() => import('~/modules/billing/payments/screens/InvoicePayments')),
  Correction: lazyDialog(
    'invoice',
    () => import('~/modules/billing/credit-notes/screens/CorrectInvoice'),
  ),
  Notes: lazyPart(() => import('~/modules/billing/credit-notes/screens/InvoiceNotes')),
};

export const portals: PortalParts = {
  EInvoice,
  EWayBill: lazyPart(() => import('~/modules/compliance/filings/screens/InvoiceEWayBill')),
};
