import type { Job } from '~/kit/server/jobs/jobs';
import { keepCustomersInOrder } from './customer-windows.queries';

export const customerJobs: readonly Job[] = [
  {
    name: 'customer-order',
    everySeconds: 60,
    run: ({ db }) => keepCustomersInOrder(db),
  },
];
