import { z } from 'zod';
import type { Context, Write } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { deliveryFields, transportNames } from '../deliveries.fields';
import { canDelete } from '../deliveries.rules';
import { deliveryPatchSchema } from '../requests.schema';
import { openDelivery, lockOrderOf } from './deliveries.queries';
import { deleteDelivery, moveDelivery, updateDelivery } from './deliveries.actions';

const values = z.strictObject({
  ...picked(deliveryPatchSchema.shape, ['delivery_date', ...transportNames]),
  status: fieldSchema(deliveryFields.status).optional(),
});

/** Deliveries many at once (docs/product/bulk.md#bulk-changes). */
export const deliveryBulk: BulkKind = { list: 'deliveries', fields: deliveryFields, values };

export const deliveryOneByOne: OneByOne = {
  update: (context, id, sent) => change(context, id, values.parse(sent)),
  remove: deleteDelivery,
  revert: (context, id, former) => change(context, id, values.strip().parse(former)),
  restored,
  lockBefore: lockOrderOf,
};

async function change(
  context: Context,
  id: number,
  { status, ...patch }: z.output<typeof values>,
): Promise<void> {
  if (context.custom || Object.keys(patch).length > 0) await updateDelivery(context, id, patch);
  if (status !== undefined) {
    await context.write((write) => moveDelivery(write, id, { status }));
  }
}

/** A draft holds nothing. */
async function restored(write: Write, id: number): Promise<void> {
  enforce(canDelete(await openDelivery(write, id)));
}
