import type { Job } from '~/kit/server/jobs/jobs';
import { settleMails } from '~/modules/sales/papers/server/sending.service';
import { purchaseOrderMails } from './documents.actions';

export const purchaseOrderJobs: readonly Job[] = [
  {
    // Concludes mails that no one is waiting for: they took too long, or the server was restarted.
    name: 'purchase-orders.mails',
    everySeconds: 5,
    run: ({ db }, now) => settleMails(db, purchaseOrderMails, now),
  },
];
