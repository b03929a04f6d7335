import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { invoicePdf } from '~/modules/invoices/server/tax-documents.service';
import { listIssued } from './archives.queries';

interface Archive {
  name: string;
  content: Readable;
}

/**
 * A ZIP archive with the PDF files of all invoices issued between two days. Each file is made when it is its turn to be
 * sent, so memory use does not grow with their number. 404 when there are none.
 */
export async function archiveInvoices(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  days: { from: Day | null; to: Day | null },
): Promise<Archive> {
  const { db, now } = context;
  const invoices = await listIssued(context, days);
  if (invoices.length === 0) {
    throw new AppError('billing.no_invoices', 404, 'There is no invoice to download');
  }
  const zip = new ZipFile();
  // PDF content is compressed already: compressing it again costs time and saves nothing.
  const facts = { compress: false, mtime: now };
  for (const { id, invoice_number } of invoices) {
    zip.addReadStreamLazy(nameOf(invoice_number), facts, (done) => {
      invoicePdf(db, id).then(
        ({ content }) => done(null, Readable.from([content])),
        (error: unknown) => done(error, Readable.from([])),
      );
    });
  }
  const content = new PassThrough();
  zip.outputStream.pipe(content);
  zip.on('error', (error: Error) => content.destroy(error));
  zip.end();
  const span = [days.from, days.to].filter((day) => day !== null).join('-');
  return { name: span === '' ? 'invoices.zip' : `invoices-${span}.zip`, content };
}

/** A prefix may contain a slash, which would create a folder in the archive. */
function nameOf(invoiceNumber: string): string {
  return `${invoiceNumber.replaceAll(/[^\w.-]/g, '-')}.pdf`;
}
