import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '~/kit/server/database/context';
import { faultOf } from '~/kit/server/database/faults';
import { AppError } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { invoicePaper } from '~/modules/billing/invoices/server/tax-documents.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { leftOutName, leftOutText } from '../billing.rules';
import { listIssued } from './archives.queries';

interface Archive {
  name: string;
  content: Readable;
  /** Rejects with the causes of all invoices that were left out, for the log. */
  made: Promise<void>;
}

type Reader = Pick<Context, 'db' | 'now' | 'person'>;

/**
 * A ZIP archive with the PDF files of all invoices issued between two days; those that cannot be printed are left out and
 * named in a text file (docs/product/billing.md#archive). Each file is made when it is its turn to be sent, so memory use
 * does not grow with their number. 404 when there are none.
 */
export async function archiveInvoices(
  context: Reader,
  days: { from: Day | null; to: Day | null },
): Promise<Archive> {
  const invoices = await listIssued(context, days);
  if (invoices.length === 0) {
    throw new AppError('billing.no_invoices', 404, 'There is no invoice to download');
  }
  const content = new PassThrough();
  const span = [days.from, days.to].filter((day) => day !== null).join('-');
  return {
    name: span === '' ? 'invoices.zip' : `invoices-${span}.zip`,
    content,
    made: fill(context, invoices, content),
  };
}

type Issued = Awaited<ReturnType<typeof listIssued>>;

async function fill({ db, now }: Reader, invoices: Issued, content: PassThrough): Promise<void> {
  const zip = new ZipFile();
  zip.outputStream.pipe(content);
  zip.on('error', (error: Error) => content.destroy(error));
  const add = addingTo(zip, content, now);
  const leftOut: { number: string; reason: string; error: unknown }[] = [];
  for (const { id, invoice_number: number } of invoices) {
    try {
      const file = await paperPdf(db, await invoicePaper(db, id));
      await add(file.name, file.content);
    } catch (error) {
      leftOut.push({ number, reason: reasonOf(error, content), error });
    }
    if (content.destroyed) return;
  }
  if (leftOut.length > 0) await add(leftOutName, Buffer.from(leftOutText(leftOut)));
  zip.end();
  if (leftOut.length === 0) return;
  const causes = leftOut.map(({ error }) => error);
  throw new AggregateError(causes, 'Some invoices could not be printed for an archive');
}

/** What would keep all others out as well ends the archive. */
function reasonOf(error: unknown, content: PassThrough): string {
  try {
    return faultOf(error);
  } catch {
    content.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Adds a file and waits until the archive takes it in, or its reader leaves. */
function addingTo(zip: ZipFile, content: PassThrough, mtime: Date) {
  const closed = once(content, 'close').catch(() => undefined);
  return (name: string, file: Buffer): Promise<unknown> => {
    // An archive remembers until its end what opens each entry; the bytes must not stay with that.
    const waiting = [file];
    const taken = new Promise((resolve) => {
      // PDF content is compressed already: compressing it again costs time and saves nothing.
      zip.addReadStreamLazy(name, { compress: false, mtime }, (done) => {
        const source = Readable.from(waiting.splice(0));
        source.once('close', resolve);
        done(null, source);
      });
    });
    return Promise.race([taken, closed]);
  };
}
