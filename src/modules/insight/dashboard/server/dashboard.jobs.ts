import type { Job } from '~/kit/server/jobs/jobs';
import { addUpLeadCounts } from '~/modules/sales/leads/server/lead-counts.service';

export const dashboardJobs: readonly Job[] = [
  {
    name: 'lead-counts',
    everySeconds: 3600,
    run: ({ db }) => addUpLeadCounts(db),
  },
];
