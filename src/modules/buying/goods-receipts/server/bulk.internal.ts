import { z } from 'zod';
import type { Context, Write } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { goodsReceiptFields, receiptHeader } from '../goods-receipts.fields';
import { canDelete } from '../goods-receipts.rules';
import { receiptPatchSchema } from '../requests.schema';
import { deleteReceipt, setReceiptStatus, updateReceipt } from './goods-receipts.actions';
import { lockOrderOf, openReceipt } from './goods-receipts.queries';

const values = z.strictObject({
  ...picked(receiptPatchSchema.shape, receiptHeader),
  status: fieldSchema(goodsReceiptFields.status).optional(),
});

/** Goods receipts many at once (docs/product/bulk.md#bulk-changes). */
export const receiptBulk: BulkKind = {
  list: 'goods_receipts',
  fields: goodsReceiptFields,
  values,
};

export const receiptOneByOne: OneByOne = {
  update: (context, id, sent) => change(context, id, values.parse(sent)),
  remove: deleteReceipt,
  revert: (context, id, former) => change(context, id, values.strip().parse(former)),
  restored,
  lockBefore: lockOrderOf,
};

async function change(
  context: Context,
  id: number,
  { status, ...patch }: z.output<typeof values>,
): Promise<void> {
  if (Object.keys(patch).length > 0) await updateReceipt(context, id, patch);
  if (status !== undefined) await setReceiptStatus(context, id, { status });
}

/** A draft moves nothing. */
async function restored(write: Write, id: number): Promise<void> {
  enforce(canDelete(await openReceipt(write, id)));
}
