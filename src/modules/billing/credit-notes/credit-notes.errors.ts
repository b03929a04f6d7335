import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    creditNotes: typeof noteErrors;
  }
}

export const noteErrors = {
  'note.already_issued': [409, 'The note is issued: what it says cannot change'],
  'note.is_draft': [409, 'The note is a draft, which is deleted and not cancelled'],
  'note.cancelled': [409, 'The note is cancelled'],
  'note.invoice_not_issued': [409, 'The invoice is a draft, which is changed itself'],
  'note.already_credited': [409, 'More than credit notes have left of the invoice'],
  'note.goods_not_out': [409, 'The goods of the order have not left, so that none can come back'],
  'note.not_ready': [409, 'Portals would refuse the note; `details` say why'],
  'note.irn_active': [409, 'The note has an IRN, which is cancelled on the portal first'],
  'note.being_sent': [409, 'The note is being mailed'],
  'note.mail_rejected': [502, 'The mail server did not take the mail'],
  'note.recipient_missing': [400, 'The customer has no e-mail address'],
} as const satisfies ErrorTable;
