import type { Write } from '~/kit/server/database/context';
import type { OrderWithLines } from '../orders.fields';
import type { NewOrder } from '../requests.schema';
import { addOrder, type Agreed } from './orders.actions';

/** Makes the pending order of agreed lines: their prices and taxes are taken as they are. */
export function makeAgreedOrder(
  write: Write,
  head: Pick<NewOrder, 'customer_id' | 'reference'>,
  agreed: Agreed,
): Promise<OrderWithLines> {
  return addOrder(write, head, agreed);
}
