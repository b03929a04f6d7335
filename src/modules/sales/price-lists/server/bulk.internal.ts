import { z } from 'zod';
import type { Write } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import { enforce, invalid } from '~/kit/server/errors';
import type { Verdict } from '~/kit/shared/verdict';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import {
  manyPriceListFields,
  type PriceList,
  priceListFields,
  priceListPatchSchema,
} from '../price-lists.fields';
import { canSetPrices, validityProblem } from '../price-lists.rules';
import { checkCustomer, deciding, validityAfter } from './price-lists.actions';
import { listLimiting, priceLists } from './price-lists.queries';
import { limitedRole } from './price-lists.service';

const values = z.strictObject(picked(priceListPatchSchema.shape, manyPriceListFields));

/** Price lists many at once (docs/product/bulk.md#bulk-changes). */
export const priceListBulk: BulkKind = {
  list: 'price_lists',
  fields: priceListFields,
  values,
  together: {
    update: async (write, batch, ids, sent) =>
      (await ruledFor(write, ids)).update(write, batch, ids, sent),
    remove: async (write, batch, ids) => (await ruledFor(write, ids)).remove(write, batch, ids),
  },
};

/** The rules of these lists for the person: not of those that limit the person's own role. */
async function ruledFor(write: Write, ids: readonly number[]) {
  const { person } = write.context;
  const role = await limitedRole(write.trx, person);
  const limiting = await listLimiting(write.trx, ids, role);
  const canSet = ({ id }: PriceList) =>
    canSetPrices(limiting.has(id) && role !== null ? [{ role_id: role }] : [], role);
  return together(priceLists, {
    plan: (each, sent) => plan(each, sent, canSet),
    canDelete: canSet,
  });
}

async function plan(write: Write, sent: object, canSet: (row: PriceList) => Verdict) {
  const given = values.parse(sent);
  await checkCustomer(write, given);
  const set_by_admin = write.context.person.role === 'admin';
  return (row: PriceList) => {
    const wrong = validityProblem(validityAfter(row, given));
    if (wrong !== null) throw invalid('valid_until', wrong);
    const isSet = deciding.some((name) => given[name] !== undefined && given[name] !== row[name]);
    if (!isSet) return given;
    enforce(canSet(row));
    return { ...given, set_by_admin };
  };
}
