import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    quotations: typeof quotationErrors;
  }
}

export const quotationErrors = {
  'quotation.not_draft': [409, 'Lines and terms change, and deletion is possible, only in a draft'],
  'quotation.status_not_allowed': [409, 'The quotation cannot take this status from its own'],
  'quotation.expired': [409, 'The quotation is past its last day: revise it'],
  'quotation.superseded': [409, 'There is a newer revision of the quotation'],
  'quotation.decided': [409, 'The quotation was accepted or declined before'],
  'quotation.ordered': [409, 'An order was made from the quotation'],
  'quotation.not_accepted': [409, 'An order is made from an accepted quotation'],
  'quotation.lead_closed': [409, 'The lead is neither open nor converted'],
  'quotation.being_sent': [409, 'The quotation is being emailed'],
  'quotation.recipient_missing': [400, 'The customer or lead has no email address'],
  'quotation.mail_rejected': [502, 'The mail server did not accept the email'],
  'quotation_link.unknown': [404, 'There is no quotation behind this link'],
  'quotation_link.superseded': [404, 'A newer revision replaced the quotation of this link'],
  'quotation_link.over': [404, 'The quotation of this link ended more than 60 days ago'],
} as const satisfies ErrorTable;
