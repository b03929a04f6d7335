import { Readable } from 'node:stream';
import type { Context } from '~/kit/server/database/context';
import { faultOf } from '~/kit/server/database/faults';
import { AppError } from '~/kit/server/errors';
import { zipFile, type ZipPart } from '~/kit/shared/sheets/zip-writer';
import type { Day } from '~/kit/shared/time/days';
import { invoicePaper } from '~/modules/billing/invoices/server/tax-documents.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { skippedFileName, skippedText } from '../billing.rules';
import { listIssued } from './archives.queries';

interface Reader extends Pick<Context, 'db' | 'now' | 'person'> {
  /** Is called with the causes of all invoices that were left out. */
  log: (error: AggregateError) => void;
}

/**
 * A ZIP archive with the PDF files of all invoices issued between two days; those that cannot be printed are left out and
 * named in a text file (docs/product/billing.md#archive). Each file is made when it is its turn to be sent, so memory use
 * does not grow with their number. 404 when there are none.
 */
export async function archiveInvoices(
  reader: Reader,
  days: { from: Day | null; to: Day | null },
): Promise<{ name: string; content: Readable }> {
  const invoices = await listIssued(reader, days);
  if (invoices.length === 0) {
    throw new AppError('billing.no_invoices', 'No invoices to download');
  }
  const span = [days.from, days.to].filter((day) => day !== null).join('-');
  return {
    name: span === '' ? 'invoices.zip' : `invoices-${span}.zip`,
    content: Readable.from(zipFile(partsOf(reader, invoices)), { objectMode: false }),
  };
}

type Issued = Awaited<ReturnType<typeof listIssued>>;

async function* partsOf({ db, now, log }: Reader, invoices: Issued): AsyncGenerator<ZipPart> {
  const skipped: { number: string; reason: string; error: unknown }[] = [];
  for (const { id, invoice_number: number } of invoices) {
    const file = await invoicePaper(db, id)
      .then((paper) => paperPdf(db, paper))
      .catch((error: unknown) => {
        // What would keep all others out as well ends the archive.
        skipped.push({ number, reason: faultOf(error), error });
        return null;
      });
    if (file) yield { name: file.name, content: file.content, modified: now };
  }
  if (skipped.length === 0) return;
  yield { name: skippedFileName, content: Buffer.from(skippedText(skipped)), modified: now };
  const causes = skipped.map(({ error }) => error);
  log(new AggregateError(causes, 'Some invoices could not be printed for an archive'));
}
