import type { Write } from '~/kit/server/database/context';
import { enforce, invalid } from '~/kit/server/errors';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { type BulkKind, together } from '~/modules/batches/server/batches.service';
import { refuseFinePrices } from '~/modules/company/server/prices.service';
import { heldUnits } from '~/modules/tax/server/units.service';
import { requireTaxClass } from '~/modules/tax/server/tax-classes.service';
import { type Product, productFields, type ProductPatch } from '../products.fields';
import { canDelete, canMoveStock, isQuantity, withSubcategory } from '../products.rules';
import { findSubcategory } from './categories.queries';
import { products } from './products.queries';
import { checkGroups, newPrices, refuseTooFine } from './products.steps';

/** Products many at once (docs/product/bulk.md#bulk-changes). */
export const productBulk: BulkKind = {
  list: 'products',
  fields: productFields,
  values: patchSchema(productFields),
  together: together(products, { plan, canDelete }),
};

async function plan({ trx }: Write, sent: ProductPatch): Promise<(row: Product) => ProductPatch> {
  if (sent.sku_code !== undefined)
    throw invalid('sku_code', 'Every product has an SKU code of its own');
  const subcategory = sent.subcategory_id ? await findSubcategory(trx, sent.subcategory_id) : null;
  const category = subcategory?.category_id ?? null;
  await checkGroups(trx, { category_id: category, subcategory_id: null }, sent);
  await requireTaxClass(trx, sent);
  await refuseFinePrices(trx, newPrices(sent));
  const units = new Map((await heldUnits(trx)).map((unit) => [unit.code, unit]));
  if (sent.unit_of_measure !== undefined && !units.has(sent.unit_of_measure))
    throw invalid('unit_of_measure', 'There is no such unit');
  const names = Object.keys(sent).filter(isQuantity);
  return (row) => {
    const values = withSubcategory(row, sent);
    const place = values.category_id === undefined ? row.category_id : values.category_id;
    if (subcategory && place !== category) {
      const { subcategory_name: name, category_name: of } = subcategory;
      const message = `The subcategory ${name} belongs to ${of}. Choose that category first.`;
      throw invalid('subcategory_id', message);
    }
    const { unit_of_measure: code = row.unit_of_measure } = sent;
    const unit = units.get(code);
    const isCounted = names.length > 0 || code !== row.unit_of_measure;
    if (unit && isCounted) refuseTooFine({ ...row, ...sent }, unit, names);
    const { stock_quantity: stock = row.stock_quantity } = sent;
    enforce(canMoveStock(row, restOfQuantity(stock, row.stock_quantity)));
    return values;
  };
}
