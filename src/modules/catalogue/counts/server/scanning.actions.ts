import type { Context, Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { AppError, enforce, invalid, notFound } from '~/kit/server/errors';
import { maxStock } from '~/modules/catalogue/products/catalogue/products.fields';
import { existingLots, incomingLots } from '~/modules/catalogue/products/lots/server/lots.service';
import { quantityProblem } from '~/modules/catalogue/products/stock/movements.fields';
import {
  findCarriers,
  holdMoments,
  listStocksAt,
  lockStocks,
  type Stock,
} from '~/modules/catalogue/products/stock/server/stock.service';
import { may } from '~/modules/organization/users/rights.rules';
import type { Count, Scan, ScannedLine, WholeCount } from '../counts.fields';
import { canCountIn, quantityAfter } from '../counts.rules';
import {
  counts,
  deleteLine,
  findCategoryOf,
  findLine,
  findMoment,
  getCount,
  getLine,
  insertLines,
  touchCount,
  updateLine,
} from './counts.queries';

/** Counts one more of what carries a code, or so many of a product (docs/product/counts.md#scanning). */
export async function scanLine(context: Context, id: number, sent: Scan): Promise<ScannedLine> {
  return context.write(async (write, trx) => {
    const count = await lockRecord(trx, counts, id);
    enforce(canCountIn(count));
    return addScan(write, count, sent);
  });
}

export async function addScan(write: Write, count: Count, sent: Scan): Promise<ScannedLine> {
  const { trx, context } = write;
  const found = await carrierOf(write, sent);
  const [stock] = await lockStocks(trx, [found.product]);
  if (!stock) throw invalid('product_id', 'Product not found');
  await checkCategory(write, count, stock);
  const problem = quantityProblem(sent.mode === 'set' ? 'set' : 'in', sent.quantity ?? 1, {
    code: stock.unit_of_measure,
    decimals: stock.unit_decimals,
  });
  if (problem !== null) throw invalid('quantity', problem);
  const lot = await lotOf(write, stock, { ...sent, lot_id: found.lot ?? sent.lot_id });
  const position = { product: stock.id, lot };
  const line = await findLine(trx, count.id, position);
  const quantity_before = line?.counted_quantity ?? null;
  const counted = quantityAfter(quantity_before, sent);
  if (counted > maxStock) throw invalid('quantity', 'Quantity is too large');
  if (stock.tracking === 'serial' && counted > 1)
    throw invalid(
      'quantity',
      'A serial number has the quantity 1, and this one is counted already',
    );
  if (line) await updateLine(write, line.id, counted);
  const own = line?.id ?? (await addLine(write, count, { ...position, counted }));
  await touchCount(write, count.id);
  return { ...(await getLine(trx, own, context.person)), quantity_before };
}

/** Removes a line that was counted by mistake: its product is then uncounted. */
export async function removeLine(
  context: Context,
  { id, line_id }: { id: number; line_id: number },
): Promise<WholeCount> {
  return context.write(async (write, trx) => {
    enforce(canCountIn(await lockRecord(trx, counts, id)));
    if (!(await deleteLine(trx, id, line_id))) throw notFound('Line');
    await touchCount(write, id);
    return getCount(trx, id, context.person);
  });
}

/** A line with what should be there: of the moment when it is first counted, or of the day of the count. */
async function addLine(
  write: Write,
  { id, location_id: location }: Count,
  { product, lot, counted }: { product: number; lot: number | null; counted: number },
): Promise<number> {
  const { trx, context } = write;
  const moment =
    (await findMoment(trx, id)) ?? (await holdMoments(trx, [product], context.now)).get(product);
  const at = moment ?? context.now.toISOString();
  const [book = 0] = await listStocksAt(trx, [{ product, lot, location, at }]);
  return insertLines(write, id, [{ product, lot, book, counted, at }]);
}

interface Carrier {
  product: number;
  /** Where the code is the number of a lot. */
  lot: number | null;
}

/** The product that was scanned: 404 for a code that nothing carries, 409 naming all that carry it where it is not one. */
async function carrierOf(
  { trx, context: { person } }: Write,
  { code, product_id }: Pick<Scan, 'code' | 'product_id'>,
): Promise<Carrier> {
  if (typeof code !== 'string') return { product: product_id ?? 0, lot: null };
  const kinds = { products: may(person, 'products.read').ok, lots: may(person, 'stock.read').ok };
  const all = await findCarriers(trx, code, kinds);
  const found = all.filter(({ product_id: product }) => product !== null);
  const [first, second] = found;
  if (!first) {
    const [other] = all;
    const message = other
      ? `"${code}" is a ${other.type}, not a product`
      : `No product or lot has the code "${code}"`;
    throw new AppError('count.code_unknown', message);
  }
  if (second) {
    const details = found.map(({ type, id, label }) => ({
      message: `${type === 'lot' ? 'Lot' : 'Product'} ${label}`,
      record: { type, id, label },
    }));
    throw new AppError(
      'count.code_ambiguous',
      `"${code}" is on ${found.length} records: choose one`,
      {
        details,
      },
    );
  }
  return { product: first.product_id ?? 0, lot: first.lot_id };
}

async function checkCategory(
  { trx }: Write,
  { category_id, category_name }: Count,
  { id, product_name }: Stock,
): Promise<void> {
  if (category_id === null || (await findCategoryOf(trx, id)) === category_id) return;
  const message = `"${product_name}" does not belong to the category ${category_name}`;
  const record = { type: 'product', id, label: product_name };
  throw new AppError('count.other_category', message, { details: [{ message, record }] });
}

/** The lot of a tracked product, which a new number makes; null for another product. */
async function lotOf(
  write: Write,
  stock: Stock,
  { lot_id, lot_number }: Pick<Scan, 'lot_id' | 'lot_number'>,
): Promise<number | null> {
  const { tracking, product_name } = stock;
  if (tracking === 'none') {
    const isNamed = Boolean(lot_id) || Boolean(lot_number);
    if (isNamed) throw invalid('lot_number', `"${product_name}" is not tracked by lots`);
    return null;
  }
  if (!lot_id && !lot_number) {
    const what = tracking === 'serial' ? 'serial number' : 'lot';
    throw invalid('lot_number', `Please enter the ${what} of "${product_name}"`);
  }
  const named = { ...(lot_id ? { lot_id } : {}), ...(lot_number ? { lot_number } : {}) };
  const line = { quantity: 1, lots: [named], field: 'lot_number' };
  const lots = lot_id
    ? await existingLots(write, stock, line)
    : await incomingLots(write, stock, line);
  return lots[0]?.id ?? null;
}
