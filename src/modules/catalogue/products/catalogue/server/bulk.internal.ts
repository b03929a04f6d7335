import type { Write } from '~/kit/server/database/context';
import { listHeld } from '~/kit/server/database/dependents';
import { enforce, invalid } from '~/kit/server/errors';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { refused } from '~/kit/shared/verdict';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/records/batches/server/batches.service';
import type { MergeKind } from '~/modules/records/batches/server/merge.service';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { heldUnits } from '~/modules/catalogue/tax/server/units.service';
import { requireTaxClass } from '~/modules/catalogue/tax/server/tax-classes.service';
import { type Product, productFields, type ProductPatch } from '../products.fields';
import {
  canChangeUnit,
  canDelete,
  canMoveStock,
  canTrack,
  isQuantity,
  withSubcategory,
} from '../products.rules';
import { counting } from '../../stock/server/counting.service';
import { joinStock } from '../../stock/server/merged-stock.queries';
import { findValued } from '../../stock/server/movements.queries';
import { findSubcategory } from './categories.queries';
import { products } from './products.queries';
import {
  checkGroups,
  enforceTracking,
  newPrices,
  refuseTakenSku,
  refuseTooFine,
} from './products.actions';

/** Products many at once (docs/product/bulk.md#bulk-changes). */
export const productBulk: BulkKind = {
  list: 'products',
  fields: productFields,
  values: patchSchema(productFields),
  together: together(products, {
    plan: async (write, values) => {
      if ('sku_code' in values) throw invalid('sku_code', 'SKU codes must be unique');
      return plan(write, values);
    },
    canDelete,
    readyDelete: async ({ trx }, ids) => {
      const valued = await findValued(trx, ids);
      return (row, dependents) => canDelete(row, dependents, valued.has(row.id));
    },
  }),
};

/** Two products that are one: what they have in stock and hold for orders is added up (docs/product/bulk.md#merging). */
export const productMerge: MergeKind<typeof productFields> = {
  list: 'products',
  entity: products,
  values: patchSchema(productFields),
  plan: async (write, { first, other }, { stock_quantity: _sum, ...values }: ProductPatch) => {
    if (values.sku_code) await refuseTakenSku(write, values.sku_code, [first.id, other.id]);
    const { unit_of_measure: unit } = other;
    const chosen = (await plan(write, values))(first);
    if ((chosen.unit_of_measure ?? first.unit_of_measure) !== unit)
      enforce(refused('product.other_unit', `"${other.product_name}" uses the unit ${unit}`));
    if (first.tracking !== other.tracking)
      enforce(refused('product.other_tracking', `"${other.product_name}" is tracked another way`));
    enforce(canMoveStock(first, other.stock_quantity, { allowNegative: true }));
    await counting.get().noteMerge(write.trx, [first.id, other.id]);
    return {
      ...chosen,
      reserved_quantity: sumOfQuantities([first.reserved_quantity, other.reserved_quantity]),
    };
  },
  joined: (write, { first, other }) =>
    joinStock(write, [first, other], `Merged with "${other.product_name}"`),
};

async function plan({ trx }: Write, sent: ProductPatch): Promise<(row: Product) => ProductPatch> {
  const subcategory = sent.subcategory_id ? await findSubcategory(trx, sent.subcategory_id) : null;
  const category = subcategory?.category_id ?? null;
  await checkGroups(trx, { category_id: category, subcategory_id: null }, sent);
  await requireTaxClass(trx, sent);
  await refuseFinePrices(trx, newPrices(sent));
  const units = new Map((await heldUnits(trx)).map((unit) => [unit.code, unit]));
  if (sent.unit_of_measure !== undefined && !units.has(sent.unit_of_measure))
    throw invalid('unit_of_measure', 'Unit not found');
  const names = Object.keys(sent).filter(isQuantity);
  const heldIds = sent.unit_of_measure
    ? await listHeld(trx, products.name, 'unit_of_measure')
    : new Set<number>();
  const openIds = sent.tracking
    ? await listHeld(trx, products.name, 'tracking')
    : new Set<number>();
  return (row) => {
    enforce(canTrack(row, sent, openIds.has(row.id)));
    enforce(canChangeUnit(row, sent.unit_of_measure, heldIds.has(row.id)));
    const values = withSubcategory(row, sent);
    const categoryId = values.category_id === undefined ? row.category_id : values.category_id;
    if (subcategory && categoryId !== category) {
      const { subcategory_name: name, category_name: of } = subcategory;
      const message = `The subcategory ${name} belongs to ${of}. Choose that category first.`;
      throw invalid('subcategory_id', message);
    }
    const { unit_of_measure: code = row.unit_of_measure } = sent;
    const unit = units.get(code);
    if (unit) enforceTracking(row, sent, unit);
    const isCounted = names.length > 0 || code !== row.unit_of_measure;
    if (unit && isCounted) refuseTooFine({ ...row, ...sent }, unit, names);
    const { stock_quantity: stock = row.stock_quantity } = sent;
    enforce(canMoveStock(row, restOfQuantity(stock, row.stock_quantity)));
    return values;
  };
}
