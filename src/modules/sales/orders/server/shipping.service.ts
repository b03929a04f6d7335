import { anonymous, type Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import type { OrderWithLines } from '../orders.fields';
import { lockOrder } from './orders.queries';

export { shiftDelivered } from './delivered.internal';
export { lockOrder };

/** As `lockOrder`, for people who may change a delivery and need not read its order. */
export async function lockAnyOrder(
  { trx, context }: Write,
  id: number,
): Promise<Locked<OrderWithLines>> {
  return lockOrder({ trx, context: { ...context, person: anonymous } }, id);
}
