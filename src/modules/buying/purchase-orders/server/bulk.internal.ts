import { z } from 'zod';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { manyPurchaseOrderFields, purchaseOrderFields } from '../purchase-orders.fields';
import { purchaseOrderPatchSchema } from '../requests.schema';
import { deletePurchaseOrder, updatePurchaseOrder } from './purchase-orders.actions';

const values = z.strictObject(picked(purchaseOrderPatchSchema.shape, manyPurchaseOrderFields));

/** Purchase orders many at once (docs/product/bulk.md#bulk-changes). */
export const purchaseOrderBulk: BulkKind = {
  list: 'purchase_orders',
  fields: purchaseOrderFields,
  values,
};

export const purchaseOrderOneByOne: OneByOne = {
  update: (context, id, sent) => updatePurchaseOrder(context, id, values.parse(sent)),
  remove: deletePurchaseOrder,
  revert: (context, id, former) => updatePurchaseOrder(context, id, values.strip().parse(former)),
  restored: async () => {},
};
