import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface OrderCount {
  /** SQL: how many orders customer `t` has. */
  count: SqlPart;
}

/** The `order_count` column of a customer, provided by the orders module. */
export const orderCount = extensionPoint<OrderCount>('customers.order_count');
