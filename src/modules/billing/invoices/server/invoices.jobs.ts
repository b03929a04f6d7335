import type { Db } from '~/kit/server/database/db';
import type { Job } from '~/kit/server/jobs/jobs';
import { printMissing } from '~/modules/sales/papers/server/printing.service';
import { settleMails } from '~/modules/sales/papers/server/sending.service';
import { markAllOverdue } from './overdue.service';
import { invoices } from './invoices.queries';
import { invoiceMails } from './sending.actions';
import { invoicePaper } from './tax-documents.service';

/** Makes the missing files of issued invoices, at most `most` of them. */
export function printInvoices(db: Db, signal?: AbortSignal, most?: number): Promise<void> {
  const { name: kind, noun } = invoices;
  return printMissing(db, { kind, noun, read: invoicePaper }, { signal, most });
}

export const invoiceJobs: readonly Job[] = [
  {
    name: 'invoices.overdue',
    everySeconds: 3600,
    run: ({ db }, now) => markAllOverdue(db, now),
  },
  {
    // Concludes mails that no one is waiting for: they took too long, or the server was restarted.
    name: 'invoices.mails',
    everySeconds: 5,
    run: ({ db }, now) => settleMails(db, invoiceMails, now),
  },
  {
    // A few at a time: no one waits for these files, and making them takes a processor.
    name: 'invoices.documents',
    everySeconds: 30,
    run: ({ db }, _now, signal) => printInvoices(db, signal),
  },
];
