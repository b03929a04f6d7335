import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    invoices: typeof invoiceErrors;
  }
}

export const invoiceErrors = {
  'invoice.already_issued': [
    409,
    'The invoice is issued: what it says cannot change, nor can it be deleted',
  ],
  'invoice.is_draft': [409, 'The invoice is a draft, which is deleted and not cancelled'],
  'invoice.cancelled': [409, 'The invoice is cancelled'],
  'invoice.status_derived': [409, 'The status follows from payments and days'],
  'invoice.has_payments': [409, 'Payments were made on the invoice'],
  'invoice.has_notes': [409, 'Credit or debit notes of the invoice are issued'],
  'invoice.being_sent': [409, 'The invoice is being mailed'],
  'invoice.delivery_unknown': [409, 'The mail with the invoice may have arrived'],
  'invoice.mail_rejected': [502, 'The mail server did not take the mail'],
  'invoice.recipient_missing': [400, 'The customer has no e-mail address'],
  'invoice.not_ready': [
    409,
    'Portals of GST would refuse the invoice: `details` say what is to be mended first',
  ],
  'invoice.irn_active': [409, 'The invoice has an IRN, which is cancelled first'],
  'invoice.customer_mismatch': [400, 'The order is of another customer'],
  'invoice.line_already_invoiced': [409, 'A line of the order is invoiced elsewhere'],
  'invoice.totals_mismatch': [400, 'The amounts sent are not those of the lines'],
  'payment.exceeds_balance': [400, 'The amount exceeds what is open on the invoice'],
} as const satisfies ErrorTable;
