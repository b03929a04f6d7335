import type { Write } from '~/kit/server/database/context';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import { serviceFields, type ServicePatch } from '../services.fields';
import { canDelete } from '../services.rules';
import { services } from './services.queries';
import { checkValues } from './services.actions';

/** Services many at once (docs/product/bulk.md#bulk-changes). */
export const serviceBulk: BulkKind = {
  list: 'services',
  fields: serviceFields,
  values: patchSchema(serviceFields),
  together: together(services, { plan, canDelete: (_row, dependents) => canDelete(dependents) }),
};

async function plan({ trx }: Write, values: ServicePatch): Promise<() => ServicePatch> {
  await checkValues(trx, values);
  return () => values;
}
