import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Detail } from '~/kit/server/errors';

interface Origins {
  /** What an order was made from, as a refusal names it. */
  list: (write: Write, orderId: number) => Promise<Detail[]>;
  /** An order is about to be deleted: what it was made from is open again. */
  release: (write: Write, orderId: number) => Promise<void>;
  /** The deletion of an order was undone. */
  tieAgain: (write: Write, orderId: number) => Promise<void>;
}

/** What orders are made from, provided by the quotations module. */
export const origins = extensionPoint<Origins>('orders.origins');
