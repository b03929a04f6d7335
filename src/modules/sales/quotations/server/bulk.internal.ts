import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { quotationFields } from '../quotations.fields';
import { quotationPatchSchema, quotationStatusSchema } from '../requests.schema';
import { restoreDecision, setQuotationStatus } from './decisions.actions';
import { bringBack, changeQuotation, deleteQuotation } from './quotations.actions';

const values = z
  .strictObject({
    ...picked(quotationStatusSchema.shape, ['status']),
    ...picked(quotationPatchSchema.shape, [
      'quotation_date',
      'valid_until',
      'reference',
      'cover_text',
      'terms_conditions',
      'notes',
      'is_template',
    ]),
  })
  .partial();

/** Quotations many at once (docs/product/bulk.md#bulk-changes). */
export const quotationBulk: BulkKind = { list: 'quotations', fields: quotationFields, values };

export const quotationOneByOne: OneByOne = {
  update: (context, id, sent) => change(context, id, values.parse(sent)),
  remove: deleteQuotation,
  revert: async (context, id, former) => {
    await change(context, id, values.strip().parse(former));
    await restoreDecision(context, id, former);
  },
  restored: bringBack,
};

async function change(
  context: Context,
  id: number,
  { status, ...patch }: z.output<typeof values>,
): Promise<void> {
  if (status !== undefined) await setQuotationStatus(context, id, { status });
  if (context.custom || Object.keys(patch).length > 0)
    await context.write((write) => changeQuotation(write, id, patch));
}
