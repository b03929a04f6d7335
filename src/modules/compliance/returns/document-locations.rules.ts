import type { ReportedDocument } from './gstr1.fields';

export type DocumentName = Pick<ReportedDocument, 'kind' | 'id' | 'number'>;

const paths = {
  invoice: '/invoices',
  credit_note: '/credit-notes',
  debit_note: '/debit-notes',
  receipt_voucher: '/advances',
  refund_voucher: '/advances',
} as const;

/** The screen that shows a document, as a link takes it. */
export function locationOfDocument({ kind, id }: Pick<DocumentName, 'kind' | 'id'>): {
  to: string;
  search: object;
} {
  return { to: paths[kind], search: { view: id } };
}
