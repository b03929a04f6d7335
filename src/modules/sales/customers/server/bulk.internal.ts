import type { Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import type { MergeKind } from '~/modules/records/batches/server/merge.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type Customer, customerFields, type CustomerPatch } from '../customers.fields';
import { canDelete, partyAfter } from '../customers.rules';
import { customers } from './customers.queries';
import { refuseTakenCode } from './customers.service';

/** Customers many at once (docs/product/bulk.md#bulk-changes). */
export const customerBulk: BulkKind = {
  list: 'customers',
  fields: customerFields,
  values: patchSchema(customerFields),
  together: together(customers, {
    plan: async (write, values) => {
      if ('customer_code' in values)
        throw invalid('customer_code', 'Customer codes must be unique');
      return plan(write, values);
    },
    canDelete,
  }),
};

/** Two customers that are one (docs/product/bulk.md#merging). */
export const customerMerge: MergeKind<typeof customerFields> = {
  list: 'customers',
  entity: customers,
  values: patchSchema(customerFields),
  plan: async (write, { first, other }, values: CustomerPatch) => {
    if (values.customer_code)
      await refuseTakenCode(write, values.customer_code, [first.id, other.id]);
    return (await plan(write, values))(first);
  },
};

async function plan(
  { trx }: Write,
  values: CustomerPatch,
): Promise<(row: Customer) => CustomerPatch> {
  const isGst = (await getSettings(trx)).tax_mode === 'gst';
  return (row) => {
    const party = partyAfter(row, values);
    const problem = party.refused ?? (isGst ? party.invalid : null);
    if (problem) throw invalid(problem.field, problem.message);
    const { state_code } = party;
    return state_code === undefined ? values : { ...values, state_code };
  };
}
