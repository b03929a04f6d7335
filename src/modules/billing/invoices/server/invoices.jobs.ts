import type { Job } from '~/kit/server/jobs/jobs';
import { markAllOverdue } from './overdue.service';
import { printIssued } from './printing.steps';
import { settleMails } from './sending.steps';

export const invoiceJobs: readonly Job[] = [
  {
    name: 'invoices.overdue',
    everySeconds: 3600,
    run: ({ db }, now) => markAllOverdue(db, now),
  },
  {
    // Concludes mails that nobody is waiting for: they took too long, or the server was restarted.
    name: 'invoices.mails',
    everySeconds: 5,
    run: ({ db }, now) => settleMails(db, now),
  },
  {
    // A few at a time: nobody waits for these files, and making them takes a processor.
    name: 'invoices.documents',
    everySeconds: 30,
    run: ({ db }, _now, signal) => printIssued(db, signal),
  },
];
