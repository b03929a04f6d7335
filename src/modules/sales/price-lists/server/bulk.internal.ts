import { z } from 'zod';
import type { Write } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import { invalid } from '~/kit/server/errors';
import { allowed } from '~/kit/shared/verdict';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import { type PriceList, priceListFields, priceListPatchSchema } from '../price-lists.fields';
import { validityProblem } from '../price-lists.rules';
import { priceLists } from './price-lists.queries';
import { checkCustomer, validityAfter } from './price-lists.actions';

const values = z.strictObject(
  picked(priceListPatchSchema.shape, ['customer_id', 'valid_from', 'valid_until', 'notes']),
);

/** Price lists many at once (docs/product/bulk.md#bulk-changes); a name belongs to only one list. */
export const priceListBulk: BulkKind = {
  list: 'price_lists',
  fields: priceListFields,
  values,
  together: together(priceLists, { plan, canDelete: () => allowed }),
};

async function plan(write: Write, sent: object) {
  const given = values.parse(sent);
  await checkCustomer(write, given);
  return (row: PriceList) => {
    const wrong = validityProblem(validityAfter(row, given));
    if (wrong !== null) throw invalid('valid_until', wrong);
    return given;
  };
}
