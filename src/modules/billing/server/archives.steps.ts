import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { makeInvoicePdf } from '~/modules/invoices/server/invoice-documents.service';
import { listIssued } from './archives.queries';

interface Archive {
  name: string;
  content: Readable;
}

/**
 * The PDF files of all invoices issued on these days as one archive, each made when it is its turn to be sent, so that a
 * thousand take no more memory than one. 404 where there is none.
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
  // A PDF is packed already: packing it again costs time and saves nothing.
  const facts = { compress: false, mtime: now };
  for (const { id, invoice_number } of invoices) {
    zip.addReadStreamLazy(nameOf(invoice_number), facts, (done) => {
      makeInvoicePdf(db, id).then(
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

/** A prefix may hold a slash, which would make a folder of it. */
function nameOf(invoiceNumber: string): string {
  return `${invoiceNumber.replaceAll(/[^\w.-]/g, '-')}.pdf`;
}
