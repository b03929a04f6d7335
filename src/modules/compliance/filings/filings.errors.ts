import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    filings: typeof filingErrors;
  }
}

export const filingErrors = {
  'e_invoice.refused': [409, 'The portal would refuse the e-invoice; `details` say why'],
  'e_invoice.unreadable': [400, 'What was sent is no signed answer of the portal'],
  'e_invoice.foreign': [
    400,
    'The signed answer is of another document; `details` say what differs',
  ],
  'e_invoice.not_signed': [
    400,
    'No certificate in the settings verifies the signature of the answer',
  ],
  'e_invoice.exists': [409, 'The document has another IRN'],
  'e_invoice.missing': [409, 'The document has no IRN, or it is cancelled'],
  'e_invoice.too_late': [409, 'An IRN can be cancelled for 24 hours'],
  'e_way_bill.refused': [409, 'The portal would refuse the e-way bill; `details` say why'],
} as const satisfies ErrorTable;
