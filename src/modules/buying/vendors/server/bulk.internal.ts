import type { Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import type { MergeKind } from '~/modules/records/batches/server/merge.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { bankFields, type Vendor, vendorFields, type VendorPatch } from '../vendors.fields';
import { canDelete, vendorAfter } from '../vendors.rules';
import { vendors } from './vendors.queries';
import { noteBankChange } from './vendors.actions';
import { refuseTakenCode } from './vendors.service';

/** Vendors many at once (docs/product/bulk.md#bulk-changes). */
export const vendorBulk: BulkKind = {
  list: 'vendors',
  fields: vendorFields,
  values: patchSchema(vendorFields),
  together: together(vendors, {
    plan: async (write, values) => {
      if ('vendor_code' in values) throw invalid('vendor_code', 'Vendor codes must be unique');
      const bank = bankFields.find((name) => name in values);
      if (bank) throw invalid(bank, 'Bank details belong to one vendor. Change them one by one.');
      return plan(write, values);
    },
    canDelete,
  }),
};

/** Two vendors that are one (docs/product/bulk.md#merging). */
export const vendorMerge: MergeKind<typeof vendorFields> = {
  list: 'vendors',
  entity: vendors,
  values: patchSchema(vendorFields),
  plan: async (write, { first, other }, values: VendorPatch) => {
    if (values.vendor_code) await refuseTakenCode(write, values.vendor_code, [first.id, other.id]);
    await noteBankChange(write, first, values);
    return (await plan(write, values))(first);
  },
};

async function plan({ trx }: Write, values: VendorPatch): Promise<(row: Vendor) => VendorPatch> {
  const settings = await getSettings(trx);
  return (row) => {
    const { values: followed, problem } = vendorAfter(row, values, settings);
    if (problem) throw invalid(problem.field, problem.message);
    return { ...values, ...followed };
  };
}
