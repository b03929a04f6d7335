import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    invoices: typeof invoiceErrors;
  }
}

export const invoiceErrors = {
  'invoice.already_issued': [409, 'The invoice is issued and can no longer be changed or deleted'],
  'invoice.is_draft': [409, 'The invoice is a draft: delete it instead of cancelling it'],
  'invoice.cancelled': [409, 'The invoice is cancelled'],
  'invoice.exceeds_credit': [409, 'More than the credit of the invoice'],
  'invoice.credit_used': [409, 'The credit from a payment was set off or refunded'],
  'invoice.status_derived': [409, 'The status is set automatically from payments and the due date'],
  'invoice.has_payments': [409, 'Payments were made on the invoice'],
  'invoice.has_notes': [409, 'Credit or debit notes of the invoice are issued'],
  'invoice.being_sent': [409, 'The invoice is being sent'],
  'invoice.delivery_unknown': [409, 'The email with the invoice may have arrived'],
  'invoice.is_opening': [409, 'The invoice is an opening balance: it has no document here'],
  'invoice.mail_rejected': [502, 'The mail server rejected the email'],
  'invoice.recipient_missing': [400, 'The customer has no email address'],
  'invoice.not_ready': [
    409,
    'The GST portals would refuse the invoice: `details` list what to fix first',
  ],
  'invoice.irn_active': [409, 'The invoice has an IRN: cancel it first'],
  'invoice.nothing_due': [409, 'Nothing is due on the invoice'],
  'invoice.exceeds_due': [409, 'The amount exceeds what is due on the invoice'],
  'invoice.written_off': [409, 'Part of the invoice was written off: reverse that first'],
  'invoice.customer_mismatch': [400, 'The order belongs to another customer'],
  'invoice.line_already_invoiced': [409, 'A line of the order is on another invoice'],
  'invoice.totals_mismatch': [400, 'The amounts sent do not match the lines'],
  'payment.exceeds_balance': [400, 'The amount exceeds the balance of the invoice'],
} as const satisfies ErrorTable;
