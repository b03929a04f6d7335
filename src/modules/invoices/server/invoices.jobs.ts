import type { Job } from '~/kit/server/jobs/jobs';
import { markAllOverdue } from './overdue.service';
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
];
