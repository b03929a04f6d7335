import type { Job } from '~/kit/server/jobs/jobs';
import type { Api } from '~/kit/server/http/route';
import { settleMails } from '~/modules/sales/papers/server/sending.service';
import { markExpired } from './decisions.actions';
import { quotationMails } from './documents.actions';

export function quotationJobs(api: Api): readonly Job[] {
  return [
    { name: 'quotations.expired', everySeconds: 3600, run: markExpired },
    {
      // Concludes mails that no one is waiting for: they took too long, or the server was restarted.
      name: 'quotations.mails',
      everySeconds: 5,
      run: ({ db }, now) => settleMails(db, quotationMails(api), now),
    },
  ];
}
