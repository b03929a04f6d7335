import { z } from 'zod';
import type { Write } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import { invalid } from '~/kit/server/errors';
import { allowed } from '~/kit/shared/verdict';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import {
  manyPriceListFields,
  type PriceList,
  priceListFields,
  priceListPatchSchema,
} from '../price-lists.fields';
import { validityProblem } from '../price-lists.rules';
import { priceLists } from './price-lists.queries';
import { checkCustomer, validityAfter } from './price-lists.actions';

const values = z.strictObject(picked(priceListPatchSchema.shape, manyPriceListFields));

/** Price lists many at once (docs/product/bulk.md#bulk-changes). */
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
