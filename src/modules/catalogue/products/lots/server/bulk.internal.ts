import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import { lotFields } from '../lots.fields';
import { canDelete, hasRightDays, ofWrongDays } from '../lots.rules';
import { refuseWrongDays } from './lots.actions';
import { lots } from './lots.queries';

/** Lots many at once (docs/product/bulk.md#bulk-changes). */
export const lotBulk: BulkKind = {
  list: 'lots',
  fields: lotFields,
  values: patchSchema(lotFields).refine(hasRightDays, ofWrongDays),
  together: together(lots, {
    plan: async (_write, sent) => (row) => {
      refuseWrongDays(sent, row);
      return sent;
    },
    canDelete,
  }),
};
