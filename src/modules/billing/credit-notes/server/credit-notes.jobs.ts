import type { Job } from '~/kit/server/jobs/jobs';
import { settleMails } from '~/modules/sales/papers/server/sending.service';
import { noteMails } from './sending.actions';

export const noteJobs: readonly Job[] = [
  {
    // Concludes mails that no one is waiting for, as with invoices.
    name: 'credit-notes.mails',
    everySeconds: 5,
    run: ({ db }, now) => settleMails(db, noteMails('credit'), now),
  },
];
