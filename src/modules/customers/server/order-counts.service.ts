import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface OrderCount {
  /** How many orders customer `t` has. */
  count: SqlPart;
  /** Those whose change changes it. */
  tables: readonly string[];
}

/** The column `order_count` of a customer, from the module that owns orders. */
export const orderCount = extensionPoint<OrderCount>('customers.order_count');
