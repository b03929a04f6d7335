import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import { lotFields } from '../lots.fields';
import { canDelete } from '../lots.rules';
import { lots } from './lots.queries';

/** Lots many at once (docs/product/bulk.md#bulk-changes). */
export const lotBulk: BulkKind = {
  list: 'lots',
  fields: lotFields,
  values: patchSchema(lotFields),
  together: together(lots, { plan: async (_write, sent) => () => sent, canDelete }),
};
