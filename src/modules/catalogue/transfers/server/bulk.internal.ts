import { z } from 'zod';
import type { Context, Write } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { transferPatchSchema } from '../requests.schema';
import { carriedNames, transferFields } from '../transfers.fields';
import { canDelete } from '../transfers.rules';
import { deleteTransfer, setTransferStatus, updateTransfer } from './transfers.actions';
import { openTransfer } from './transfers.queries';

const values = z.strictObject({
  ...picked(transferPatchSchema.shape, ['transfer_date', ...carriedNames]),
  status: fieldSchema(transferFields.status).optional(),
});

/** Transfers many at once (docs/product/bulk.md#bulk-changes). */
export const transferBulk: BulkKind = { list: 'transfers', fields: transferFields, values };

export const transferOneByOne: OneByOne = {
  update: (context, id, sent) => change(context, id, values.parse(sent)),
  remove: deleteTransfer,
  revert: (context, id, former) => change(context, id, values.strip().parse(former)),
  restored,
};

async function change(
  context: Context,
  id: number,
  { status, ...patch }: z.output<typeof values>,
): Promise<void> {
  if (Object.keys(patch).length > 0) await updateTransfer(context, id, patch);
  if (status !== undefined) await setTransferStatus(context, id, { status });
}

/** A draft moves nothing. */
async function restored(write: Write, id: number): Promise<void> {
  enforce(canDelete(await openTransfer(write, id)));
}
