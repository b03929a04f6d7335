import { z } from 'zod';
import { enforce } from '~/kit/server/errors';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import { countFields } from '../counts.fields';
import { canCountIn } from '../counts.rules';
import { counts } from './counts.queries';

const values = z.strictObject({ is_blind: fieldSchema(countFields.is_blind).optional() });

/** Stock counts many at once (docs/product/bulk.md#bulk-changes). */
export const countBulk: BulkKind = {
  list: 'counts',
  fields: countFields,
  values,
  together: together(counts, {
    plan: async (_write, sent) => (row) => {
      enforce(canCountIn(row));
      return sent;
    },
    canDelete: canCountIn,
  }),
};
