import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    creditNotes: typeof noteErrors;
  }
}

export const noteErrors = {
  'note.already_issued': [409, 'The note is issued and can no longer be changed'],
  'note.is_draft': [409, 'The note is a draft: delete it instead of cancelling it'],
  'note.cancelled': [409, 'The note is cancelled'],
  'note.invoice_not_issued': [409, 'The invoice is a draft: edit it directly'],
  'note.already_credited': [409, 'More than the rest of the invoice after credit notes'],
  'note.goods_not_out': [
    409,
    'The goods of the order have not been shipped, so they cannot be returned',
  ],
  'note.not_ready': [409, 'The portals would refuse the note; `details` list the reasons'],
  'note.irn_active': [409, 'The note has an IRN: cancel it on the portal first'],
  'note.being_sent': [409, 'The note is being sent'],
  'note.mail_rejected': [502, 'The mail server rejected the email'],
  'note.recipient_missing': [400, 'The customer has no email address'],
} as const satisfies ErrorTable;
