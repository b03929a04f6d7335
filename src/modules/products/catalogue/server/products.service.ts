import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { AppError, type Detail, enforce, invalid, notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { announce } from '~/kit/server/database/announce';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Adjustment, MovementType } from '../../stock/movements.fields';
import type { NewProduct, Product, ProductPatch } from '../products.fields';
import { canDelete, canMoveStock, fallsToReorderLevel, withSubcategory } from '../products.rules';
import { findBrand, findCategory, findSubcategory } from './categories.queries';
import {
  changeReserved,
  describeMove,
  listMovements,
  lockStock,
  type MoveNote,
  type Reservation,
  setStock,
} from '../../stock/server/movements.queries';
import { findBySku, lockSku, products } from './products.queries';

/** Why stock changes. */
interface MoveReason {
  type: MovementType;
  reason?: string | null | undefined;
  notes?: string | null | undefined;
  orderId?: number | null | undefined;
  /** The setting `allow_negative_stock`, which is for orders alone. */
  allowNegative?: boolean;
}

/** One change of a product's stock: by how much (signed), or to what. */
export type StockMove = MoveReason & { productId: number } & ({ change: number } | { set: number });

/**
 * The only way in which stock changes (docs/product/stock.md#movements): locks the product, refuses what it does not
 * have (409), has the movement written, announces, and notes when the reorder level is reached. No change is no
 * movement.
 */
export async function moveStock(write: Write, move: StockMove): Promise<Product> {
  const { trx, context } = write;
  const stock = await lockStock(trx, move.productId);
  if (!stock) throw notFound(products.noun);
  const before = stock.stock_quantity;
  const after = 'set' in move ? move.set : before + move.change;
  const verdict = canMoveStock(stock, after - before, move);
  const record = { type: products.type, id: stock.id, label: stock.product_name };
  enforce(verdict, 409, verdict.ok ? undefined : [{ message: verdict.sentence, record }]);
  if (after === before) return getRecord(trx, products, stock.id);
  const note = noteOf(write, move);
  await setStock(trx, { id: stock.id, stock_quantity: after, now: context.now, note });
  const product = await getRecord(trx, products, stock.id);
  await announce(trx, {
    entity: products.name,
    id: product.id,
    action: 'updated',
    version: product.updated_at,
  });
  if (fallsToReorderLevel(stock, before, after)) await logLowStock(write, product, before);
  return product;
}

/**
 * Holds products back for orders, or sets them free; more than there is may be held
 * (docs/product/stock.md#reserved-stock). The caller has locked them, and no line in the feed tells of it.
 */
export async function reserveStock(write: Write, changes: readonly Reservation[]): Promise<void> {
  const { trx, context } = write;
  if (changes.length === 0) return;
  for (const { id, updated_at } of await changeReserved(trx, changes, context.now)) {
    await announce(trx, { entity: products.name, id, action: 'updated', version: updated_at });
  }
}

function noteOf({ context }: Write, move: MoveReason): MoveNote {
  const { person } = context;
  return {
    type: move.type,
    reason: move.reason ?? null,
    notes: move.notes ?? null,
    order_id: move.orderId ?? null,
    created_by: person.id || null,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
    allow_negative: move.allowNegative ?? false,
  };
}

async function logLowStock(write: Write, product: Product, before: number): Promise<void> {
  const { stock_quantity: left, reorder_level, unit_of_measure: unit } = product;
  await logActivity(write, products, product, {
    action: 'low_stock',
    title: left > 0 ? 'Low stock' : 'Out of stock',
    message: `${product.product_name}: ${left} ${unit} left, reorder level ${reorder_level}`,
    before: { stock_quantity: before },
    after: { stock_quantity: left },
  });
}

/** A product's opening stock is its first movement. */
export async function createProduct(context: Context, values: NewProduct): Promise<Product> {
  return context.transaction((trx) => addProduct({ trx, context }, values));
}

/** Makes a product in the caller's transaction. */
export async function addProduct(write: Write, values: NewProduct): Promise<Product> {
  const { trx } = write;
  await refuseTakenSku(trx, values.sku_code ?? '');
  await checkGroups(trx, { category_id: null, subcategory_id: null }, values);
  await describeMove(trx, noteOf(write, { type: 'initial', reason: 'Opening stock' }));
  // Null is no unit either: the column's default stands in.
  const unit_of_measure = values.unit_of_measure ?? undefined;
  return insertRecord(write, products, { ...values, unit_of_measure });
}

/** Changes some fields; `updated_at` is the moment that the sender read. A new stock quantity is a movement. */
export async function updateProduct(
  context: Context,
  id: number,
  patch: ProductPatch & { updated_at?: string },
): Promise<Product> {
  const { updated_at: seen, stock_quantity, ...sent } = patch;
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const values = withSubcategory(await lockRecord(trx, products, id), sent);
    const check = async (before: Product): Promise<void> => {
      if (values.sku_code !== undefined && values.sku_code !== before.sku_code) {
        await refuseTakenSku(trx, values.sku_code, id);
      }
      await checkGroups(trx, before, values);
    };
    const product = await updateRecord(write, products, { id, values, seen, check });
    if (stock_quantity === undefined) return product;
    return moveStock(write, { productId: id, type: 'edit', set: stock_quantity });
  });
}

/** Puts in, takes out or sets to what was counted (docs/product/stock.md#adjustment). */
export async function adjustStock(
  context: Context,
  id: number,
  { adjustment_type: type = 'in', quantity = 0, reason, notes }: Adjustment,
): Promise<Product> {
  const by = type === 'set' ? { set: quantity } : { change: type === 'in' ? quantity : -quantity };
  return context.transaction((trx) =>
    moveStock({ trx, context }, { productId: id, type, reason, notes, ...by }),
  );
}

/** Newest first. */
export async function movementsOf(context: Context, id: number): Promise<ListSource> {
  await getRecord(context.db, products, id);
  return listMovements(id);
}

/** Locked before it is counted: whoever adds a line meanwhile waits, and finds no product. */
export async function deleteProduct(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const product = await lockRecord(trx, products, id);
    const verdict = canDelete(product, await countDependents(trx, { table: products.name, id }));
    if (!verdict.ok) enforce(verdict, 409, await dependentDetails(trx, product, verdict.sentence));
    await deleteRecord({ trx, context }, products, { id });
    return { id };
  });
}

/** Stock is the product's own; what else is in the way is on orders and invoices. */
async function dependentDetails(trx: Db, product: Product, sentence: string): Promise<Detail[]> {
  const own = { type: products.type, id: product.id, label: product.product_name };
  if (product.stock_quantity !== 0) return [{ message: sentence, record: own }];
  return listDependents(trx, { table: products.name, id: product.id });
}

async function refuseTakenSku(trx: Db, sku: string, except?: number): Promise<void> {
  await lockSku(trx, sku);
  const holder = await findBySku(trx, sku);
  if (!holder || holder.id === except) return;
  const message = `The SKU code ${sku} belongs to "${holder.product_name}"`;
  const record = { type: products.type, id: holder.id, label: holder.product_name };
  throw new AppError('product.sku_taken', 409, message, {
    details: [{ field: 'sku_code', message, record }],
  });
}

type Groups = Pick<Product, 'category_id' | 'subcategory_id'>;

/**
 * What a product points at must be there, and its subcategory must be one of its category
 * (docs/product/products.md#fields).
 */
async function checkGroups(trx: Db, before: Groups, values: NewProduct): Promise<void> {
  const { category_id, subcategory_id, brand_id } = values;
  if (category_id && !(await findCategory(trx, category_id)))
    throw invalid('category_id', 'There is no such category');
  if (brand_id && !(await findBrand(trx, brand_id)))
    throw invalid('brand_id', 'There is no such brand');
  if (!subcategory_id) return;
  const subcategory = await findSubcategory(trx, subcategory_id);
  if (!subcategory) throw invalid('subcategory_id', 'There is no such subcategory');
  const category = category_id === undefined ? before.category_id : category_id;
  if (subcategory.category_id === category) return;
  throw invalid(
    'subcategory_id',
    `The subcategory ${subcategory.subcategory_name} belongs to ${subcategory.category_name}. Choose that category first.`,
  );
}
