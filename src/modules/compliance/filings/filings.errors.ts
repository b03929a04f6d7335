import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    filings: typeof filingErrors;
  }
}

export const filingErrors = {
  'e_invoice.refused': [409, 'The portal would refuse the e-invoice; `details` list the reasons'],
  'e_invoice.unreadable': [400, 'The body is not a signed response of the portal'],
  'e_invoice.foreign': [
    400,
    'The signed response belongs to another document; `details` list the differences',
  ],
  'e_invoice.not_signed': [
    400,
    'No certificate in the settings verifies the signature of the response',
  ],
  'e_invoice.exists': [409, 'The document has another IRN'],
  'e_invoice.missing': [409, 'The document has no IRN, or it is cancelled'],
  'e_invoice.too_late': [409, 'An IRN can only be cancelled within 24 hours'],
  'e_way_bill.refused': [409, 'The portal would refuse the e-way bill; `details` list the reasons'],
} as const satisfies ErrorTable;
