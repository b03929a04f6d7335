import type { PrintDocument } from '~/kit/shared/print/print-document';
import { gstDocument } from './gst-documents.print';
import type { PrintExtras } from './print-extras.fields';
import { singleDocument } from './single-documents.print';
import type { PrintedDocument } from './tax-documents.fields';

/**
 * The one layout of invoices, credit and debit notes, for mail, download and archive; the same document gives the same
 * bytes (docs/product/invoices.md#document).
 */
export function taxPrintDocument(source: PrintedDocument, extras: PrintExtras): PrintDocument {
  const mark = marks[source.status];
  return {
    ...(source.tax_mode === 'gst' ? gstDocument : singleDocument)(source, extras),
    title: source.number,
    day: source.date,
    ...(mark === undefined ? {} : { mark }),
  };
}

const marks: Readonly<Record<string, string>> = { draft: 'DRAFT', cancelled: 'CANCELLED' };
