import { anonymous, type Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce } from '~/kit/server/errors';
import { mayHere } from '~/modules/organization/users/rights.rules';
import type { PurchaseLine, PurchaseOrderWithItems } from '../purchase-orders.fields';
import type { NewPurchaseOrder } from '../requests.schema';
import { makePurchaseOrder, writeFollowed } from './purchase-orders.actions';
import {
  lockOrdersOf,
  lockPurchaseOrder as lockFor,
  type OrderedPurchaseLine,
  type followedNames,
  selectLines,
} from './purchase-orders.queries';

export type { OrderedPurchaseLine };

/** An order with its items, locked until the transaction ends, also for people who need not read it; 404. */
export async function lockPurchaseOrder(
  { trx, context }: Write,
  id: number,
): Promise<Locked<PurchaseOrderWithItems>> {
  return lockFor({ trx, context: { ...context, person: anonymous } }, id);
}

/**
 * Makes an order along with a receipt or a bill, for which one needs the right to create purchase orders; `reason` becomes its
 * notes, such as "Created by Receipt".
 */
export async function addPurchaseOrder(
  write: Write,
  body: NewPurchaseOrder,
  { status, reason }: { status: 'draft' | 'ordered'; reason?: string },
): Promise<PurchaseOrderWithItems> {
  enforce(mayHere(write.context.person, 'purchase_orders.create'));
  const values = { ...body, notes: body.notes ?? reason ?? null, status };
  return makePurchaseOrder(write, values, { movesStock: status === 'ordered' });
}

/** These lines, whose orders are locked until the transaction ends. */
export async function lockPurchaseLines(
  trx: Transaction,
  lineIds: readonly number[],
): Promise<OrderedPurchaseLine[]> {
  await lockOrdersOf(trx, lineIds);
  return selectLines(trx, lineIds);
}

/** The quantities of a line that are written; those left out stay. */
export type LineProgressChange = { id: number } & Partial<
  Pick<PurchaseLine, (typeof followedNames)[number]>
>;

/**
 * Writes how far lines are, in absolute quantities; receipt state, bill state, status and what is open of their orders follow
 * (docs/product/purchase-orders.md#progress).
 */
export async function followPurchaseLines(
  write: Write,
  changes: readonly LineProgressChange[],
): Promise<void> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  for (const id of await lockOrdersOf(write.trx, [...byId.keys()])) {
    const order = await lockPurchaseOrder(write, id);
    const items = order.items.map((item) => ({ ...item, ...byId.get(item.id) }));
    await writeFollowed(write, order, { items });
  }
}
