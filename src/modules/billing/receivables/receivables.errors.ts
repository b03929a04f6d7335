import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    receivables: typeof receivableErrors;
  }
}

export const receivableErrors = {
  'statement.recipient_missing': [400, 'The customer has no email address'],
  'reminder.recipient_missing': [400, 'The customer has no email address'],
  'statement.mail_rejected': [502, 'The mail server did not accept the email'],
  'reminder.mail_rejected': [502, 'The mail server did not accept the email'],
  'reminder.switched_off': [409, 'The customer gets no reminders'],
  'reminder.nothing_due': [409, 'No invoice of the customer is due'],
} as const satisfies ErrorTable;
