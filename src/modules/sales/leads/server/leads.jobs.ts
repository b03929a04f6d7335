import type { Job } from '~/kit/server/jobs/jobs';
import { keepLeadsInOrder } from './lead-windows.queries';

export const leadJobs: readonly Job[] = [
  {
    name: 'lead-order',
    everySeconds: 60,
    run: ({ db }) => keepLeadsInOrder(db),
  },
];
