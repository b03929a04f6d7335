import { anonymous, type Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import type { OrderWithLines } from '../orders.fields';
import type { NewOrder } from '../requests.schema';
import { addOrder, type Agreed } from './orders.actions';
import { lockOrder } from './orders.queries';

export { addOrder, changeOrder } from './orders.actions';
export { shiftDelivered } from './delivered.internal';
export { openOrder } from './orders.queries';
export { reservedQuantity } from './order-lines.queries';

/** `lockOrder` for people who may change a delivery and need not read its order. */
export async function lockAnyOrder(
  { trx, context }: Write,
  id: number,
): Promise<Locked<OrderWithLines>> {
  return lockOrder({ trx, context: { ...context, person: anonymous } }, id);
}

/** Makes the pending order of agreed lines: their prices and taxes are taken as they are. */
export function makeAgreedOrder(
  write: Write,
  head: Pick<NewOrder, 'customer_id' | 'reference'>,
  agreed: Agreed,
): Promise<OrderWithLines> {
  return addOrder(write, head, agreed);
}
