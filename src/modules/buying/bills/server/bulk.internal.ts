import { z } from 'zod';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { billFields, openNames } from '../bills.fields';
import { billPatchSchema } from '../requests.schema';
import { deleteBill, updateBill } from './bills.actions';

const values = z.strictObject(picked(billPatchSchema.shape, openNames));

/** Bills many at once (docs/product/bulk.md#bulk-changes). */
export const billBulk: BulkKind = { list: 'bills', fields: billFields, values };

export const billOneByOne: OneByOne = {
  update: (context, id, sent) => updateBill(context, id, values.parse(sent)),
  remove: deleteBill,
  revert: (context, id, former) => updateBill(context, id, values.strip().parse(former)),
  restored: async () => {},
};
