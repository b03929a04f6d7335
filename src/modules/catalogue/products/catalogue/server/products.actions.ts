import { countDependents, listDependents } from '~/kit/server/database/dependents';
import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { lockRecord } from '~/kit/server/database/entity';
import { alreadyTaken, type Detail, enforce, invalid, refuseInvalid } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import {
  defaultUnit,
  type NewProduct,
  type Product,
  productFields,
  type ProductPatch,
} from '../products.fields';
import {
  refuseFinePrices,
  type SentPrice,
} from '~/modules/organization/company/server/prices.service';
import {
  canChangeUnit,
  canDelete,
  canTrack,
  isQuantity,
  quantityProblems,
  serialUnitProblems,
  trackedStockProblems,
  withSubcategory,
} from '../products.rules';
import { decimalsOf, restOfQuantity } from '~/kit/shared/money/quantities';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { findBrand, findCategory, findSubcategory } from './categories.queries';
import { describeMove, findValued } from '../../stock/server/movements.queries';
import { requireTaxClass } from '~/modules/catalogue/tax/server/tax-classes.service';
import { announceUse } from '~/modules/organization/company/server/stock-uses.service';
import { requireUnit } from '~/modules/catalogue/tax/server/units.service';
import { findBySku, lockSku, products } from './products.queries';
import { may } from '~/modules/organization/users/rights.rules';
import { moveStocks, noteOf } from '~/modules/catalogue/products/stock/server/stock.service';

/** Creates a product; its opening stock is its first movement. */
export async function createProduct(context: Context, values: NewProduct): Promise<Product> {
  return context.write((write) => addProduct(write, values));
}

async function addProduct(write: Write, values: NewProduct): Promise<Product> {
  const { trx } = write;
  await refuseTakenSku(write, values.sku_code ?? '');
  await checkGroups(trx, { category_id: null, subcategory_id: null }, values);
  const unit_of_measure = values.unit_of_measure ?? defaultUnit;
  const unit = await requireUnit(trx, unit_of_measure);
  refuseTooFine(values, unit);
  const { product_name = '', tracking = 'none' } = values;
  const fresh = { product_name, tracking, stock_quantity: 0, reserved_quantity: 0 };
  enforceTracking(fresh, values, unit);
  if (tracking !== 'none') announceUse(trx);
  await requireTaxClass(trx, values);
  await refuseFinePrices(trx, newPrices(values));
  await describeMove(trx, noteOf(write, { type: 'initial', reason: 'Opening stock' }));
  return insertRecord(write, products, { ...values, unit_of_measure });
}

/**
 * Changes some fields; `updated_at` is the version that the sender read. A new stock quantity is recorded as a
 * movement.
 */
export async function updateProduct(
  context: Context,
  id: number,
  patch: ProductPatch & { updated_at?: string },
): Promise<Product> {
  const { updated_at: seen, stock_quantity, ...sent } = patch;
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, products, id, seen);
    const values = withSubcategory(row, sent);
    if (values.sku_code !== undefined && values.sku_code !== row.sku_code) {
      await refuseTakenSku(write, values.sku_code, [id]);
    }
    await checkGroups(trx, row, values);
    const unit = await countedIn(write, row, patch);
    await enforceUnit(write, row, patch.unit_of_measure);
    await enforceOpen(write, row, patch.tracking);
    if (patch.tracking || patch.unit_of_measure) {
      const code = values.unit_of_measure ?? row.unit_of_measure;
      enforceTracking(row, values, await requireUnit(trx, code));
    }
    await requireTaxClass(trx, values);
    await refuseFinePrices(trx, newPrices(values, row));
    // Stock that the present unit alone can have goes before its unit does.
    const isFirst = stock_quantity !== undefined && decimalsOf(row.stock_quantity) > unit.decimals;
    if (isFirst) await setStock(write, row, stock_quantity);
    const product = await updateRecord(write, products, { row, values });
    return isFirst ? product : setStock(write, product, stock_quantity);
  });
}

/** The prices of a change that differ from the stored ones. */
export function newPrices(values: NewProduct, row?: Product): SentPrice[] {
  return (['unit_price', 'cost_price'] as const)
    .filter((field) => values[field] !== row?.[field])
    .map((field) => ({ field, label: productFields[field].label, price: values[field] }));
}

/** Stock as the form or a cell has it, which fits its unit. */
async function setStock(write: Write, product: Product, stock = product.stock_quantity) {
  const onHand = restOfQuantity(stock, product.stock_quantity);
  if (onHand !== 0) refuseInvalid(trackedStockProblems(product));
  const changes = [{ productId: product.id, onHand, reserved: 0 }];
  const stocks = [{ ...product, unit_decimals: mostDecimals, is_spread: true }];
  const [moved] = await moveStocks(write, { changes, stocks }, { type: 'edit' });
  return moved ?? product;
}

/** The unit of a product after a change of it or of its quantities, which must fit it. */
async function countedIn(
  { trx }: Write,
  row: Product,
  patch: ProductPatch,
): Promise<Pick<UnitDecimals, 'decimals'>> {
  const { unit_of_measure: code = row.unit_of_measure } = patch;
  const names = Object.keys(patch).filter(isQuantity);
  if (code === row.unit_of_measure && names.length === 0) return { decimals: mostDecimals };
  const unit = await requireUnit(trx, code);
  const sent = Object.fromEntries(names.map((name) => [name, patch[name as keyof ProductPatch]]));
  refuseTooFine({ ...row, ...sent }, unit, names);
  return unit;
}

/** 409 naming the records that count in the present unit, for another one. */
async function enforceUnit(write: Write, row: Product, unit = row.unit_of_measure): Promise<void> {
  if (unit === row.unit_of_measure) return;
  const of = { table: products.name, id: row.id, keeping: 'unit_of_measure' };
  const keepers = await listDependents(write, of);
  enforce(canChangeUnit(row, unit, keepers.length > 0), keepers);
}

/** 409 naming the open documents of a product whose tracking changes. */
async function enforceOpen(write: Write, row: Product, tracking = row.tracking): Promise<void> {
  if (tracking === row.tracking) return;
  const of = { table: products.name, id: row.id, keeping: 'tracking' };
  const keepers = await listDependents(write, of);
  enforce(canTrack(row, { tracking }, keepers.length > 0), keepers);
  announceUse(write.trx);
}

/** 400 naming each quantity that is finer than the unit; one that was not sent is the unit's problem. */
export function refuseTooFine(
  product: Parameters<typeof quantityProblems>[0],
  unit: UnitDecimals,
  sent?: readonly string[],
): void {
  const details = quantityProblems(product, unit).map(({ field, message }) => ({
    field: sent && !sent.includes(field) ? 'unit_of_measure' : field,
    message,
  }));
  refuseInvalid(details);
}

/** Locked before it is counted: a concurrent order or invoice line waits, and then finds the product gone. */
export async function deleteProduct(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const product = await lockRecord(trx, products, id);
    const dependents = await countDependents(trx, { table: products.name, id });
    const verdict = canDelete(product, dependents, (await findValued(trx, [id])).has(id));
    if (!verdict.ok) enforce(verdict, await dependentDetails(write, product, verdict));
    await deleteRecord(write, products, { row: product });
    return { id };
  });
}

/** The order and invoice lines in the way, else the product itself. */
async function dependentDetails(
  write: Write,
  product: Product,
  { code, message }: { code: ErrorCode; message: string },
): Promise<Detail[]> {
  const own = { type: products.type, id: product.id, label: product.product_name };
  if (code !== 'product.in_use') return [{ message, record: own }];
  return listDependents(write, { table: products.name, id: product.id });
}

/** 409 where tracking changes with stock or orders, 400 where it does not fit the unit or the stock that is sent. */
export function enforceTracking(
  row: Parameters<typeof canTrack>[0],
  patch: NewProduct,
  unit: UnitDecimals,
): void {
  enforce(canTrack(row, patch));
  const tracking = patch.tracking ?? row.tracking;
  const stock = patch.stock_quantity ?? row.stock_quantity;
  refuseInvalid([
    ...serialUnitProblems(tracking, unit),
    ...(stock === row.stock_quantity ? [] : trackedStockProblems({ ...row, tracking })),
  ]);
}

/** 409 for the SKU of a product other than these. */
export async function refuseTakenSku(
  { trx, context: { person } }: Write,
  sku: string,
  except: readonly number[] = [],
): Promise<void> {
  await lockSku(trx, sku);
  const holder = await findBySku(trx, sku);
  if (!holder || except.includes(holder.id)) return;
  const isRead = may(person, 'products.read').ok;
  const message = isRead
    ? `The SKU code ${sku} belongs to "${holder.product_name}"`
    : `The SKU code ${sku} is already in use`;
  const record = { type: products.type, id: holder.id, label: holder.product_name };
  throw alreadyTaken('product.sku_taken', {
    field: 'sku_code',
    message,
    ...(isRead ? { record } : {}),
  });
}

type Groups = Pick<Product, 'category_id' | 'subcategory_id'>;

/**
 * A product's category, subcategory and brand must exist, and its subcategory must be in its category
 * (docs/product/products.md#fields).
 */
export async function checkGroups(
  trx: Transaction,
  before: Groups,
  values: NewProduct,
): Promise<void> {
  const { category_id, subcategory_id, brand_id } = values;
  if (category_id && !(await findCategory(trx, category_id)))
    throw invalid('category_id', 'Category not found');
  if (brand_id && !(await findBrand(trx, brand_id))) throw invalid('brand_id', 'Brand not found');
  if (!subcategory_id) return;
  const subcategory = await findSubcategory(trx, subcategory_id);
  if (!subcategory) throw invalid('subcategory_id', 'Subcategory not found');
  const category = category_id === undefined ? before.category_id : category_id;
  if (subcategory.category_id === category) return;
  throw invalid(
    'subcategory_id',
    `The subcategory ${subcategory.subcategory_name} belongs to ${subcategory.category_name}. Choose that category first.`,
  );
}
