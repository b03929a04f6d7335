import type { Write } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/batches/server/batches.service';
import type { MergeKind } from '~/modules/batches/server/merge.service';
import { type Lead, leadFields, type LeadPatch } from '../leads.fields';
import { canDelete, canEdit, canTakeStatus } from '../leads.rules';
import { leads } from './leads.queries';
import { checkLinks } from './leads.steps';

/** Leads many at once (docs/product/bulk.md#bulk-changes). */
export const leadBulk: BulkKind = {
  list: 'leads',
  fields: leadFields,
  values: patchSchema(leadFields),
  together: together(leads, { plan, canDelete }),
};

async function plan({ trx }: Write, values: LeadPatch): Promise<(row: Lead) => LeadPatch> {
  await checkLinks(trx, values);
  return (row) => {
    enforce(canEdit(row));
    enforce(canTakeStatus(values.status));
    return values;
  };
}

/** Two leads that are one (docs/product/bulk.md#merging). */
export const leadMerge: MergeKind<typeof leadFields> = {
  list: 'leads',
  entity: leads,
  values: patchSchema(leadFields),
  plan: async (write, { first, other }, values) => {
    enforce(canDelete(other));
    return (await plan(write, values))(first);
  },
};
