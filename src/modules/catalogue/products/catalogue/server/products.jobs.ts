import type { Job } from '~/kit/server/jobs/jobs';
import { addUpProductCounts } from './categories.queries';
import { keepProductsInOrder } from './product-windows.queries';

export const productJobs: readonly Job[] = [
  {
    name: 'product-order',
    everySeconds: 60,
    run: ({ db }) => keepProductsInOrder(db),
  },
  {
    name: 'product-counts',
    everySeconds: 3600,
    run: ({ db }) => addUpProductCounts(db),
  },
];
