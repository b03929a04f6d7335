import { z } from 'zod';
import { picked } from '~/kit/shared/fields/picked';
import type { Context, Write } from '~/kit/server/database/context';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { manyOrderFields, orderFields } from '../orders.fields';
import { orderPatchSchema } from '../requests.schema';
import { holderOf, stockChanges } from '../stock.rules';
import { delivering } from './delivering.service';
import { lockReferences } from '~/modules/sales/documents/lines/server/line-writing.service';
import { openOrder } from './orders.queries';
import { origins } from './origins.service';
import { changeOrder, deleteOrder, updateOrder } from './orders.actions';
import { applyStock } from './stock.internal';

const values = z.strictObject(picked(orderPatchSchema.shape, manyOrderFields));

/** Orders many at once (docs/product/bulk.md#bulk-changes). */
export const orderBulk: BulkKind = { list: 'orders', fields: orderFields, values };

export const orderOneByOne: OneByOne = {
  update: (context, id, sent) => updateOrder(context, id, values.parse(sent)),
  remove: deleteOrder,
  revert,
  restored: async (write, id) => {
    await holdAgain(write, id);
    await origins.get().tieAgain(write, id);
  },
};

async function revert(context: Context, id: number, former: Record<string, unknown>) {
  const patch = values.strip().parse(former);
  return context.write((write) => changeOrder(write, id, patch, { isFormer: true }));
}

/** Reserves or takes again what an order held that was just written back (docs/product/bulk.md#undo). */
async function holdAgain(write: Write, id: number): Promise<void> {
  const order = await openOrder(write, id);
  const changes = stockChanges(null, holderOf(order));
  const parts = order.items.flatMap(({ id: order_line_id, delivered_quantity: quantity }) =>
    quantity > 0 ? { order_line_id, quantity } : [],
  );
  if (changes.length === 0 && parts.length === 0) return;
  const { allow_negative_stock: allowNegative } = await getSettings(write.trx);
  const { products } = await lockReferences(write.trx, {
    customerId: order.customer_id,
    chooser: null,
    productIds: changes.map(({ productId }) => productId),
    serviceIds: [],
    movesStock: true,
  });
  const moved = { isFirst: true, remaining: [], parts };
  const deliveryId = parts.length > 0 ? await delivering.get().follow(write, order, moved) : null;
  await applyStock(write, order, { steps: [{ changes, deliveryId }], products, allowNegative });
}
