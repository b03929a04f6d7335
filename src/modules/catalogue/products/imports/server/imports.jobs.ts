import { inTransaction } from '~/kit/server/database/transaction';
import type { Job } from '~/kit/server/jobs/jobs';
import { addUpProductCounts } from '../../catalogue/server/categories.queries';
import { keepProductsInOrder } from '../../catalogue/server/product-windows.queries';
import { endAbandoned } from './abandoned-imports.steps';
import { settleSearch } from './imports.queries';

export const importJobs: readonly Job[] = [
  // The jobs of a killed server are ended by the next one, or by another instance, within seconds.
  {
    name: 'abandoned-imports',
    everySeconds: 5,
    run: ({ db }, now) => inTransaction(db, (trx) => endAbandoned(trx, now)),
  },
  {
    name: 'product-search',
    everySeconds: 15,
    run: ({ db }) => settleSearch(db),
  },
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
