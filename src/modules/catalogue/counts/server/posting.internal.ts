import type { Write } from '~/kit/server/database/context';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import {
  holdMoments,
  listStocksAt,
  lockStocks,
  moveStocks,
} from '~/modules/catalogue/products/stock/server/stock.service';
import type { Count, Posting } from '../counts.fields';
import {
  counts,
  findMoment,
  insertLines,
  listPostingLines,
  listUncounted,
  type PostingLine,
  writeBooks,
} from './counts.queries';

/**
 * One movement for each difference of a locked count, at the moment of its line, in one statement: goods that moved since
 * stay moved. What should have been there is that of the moment, also by what was entered for before it since.
 */
export async function postLines(
  write: Write,
  count: Count,
  { uncounted, before_count: beforeCount }: Pick<Posting, 'uncounted' | 'before_count'>,
): Promise<void> {
  const { trx } = write;
  const moment = await findMoment(trx, count.id);
  const missing = uncounted ? await listUncounted(trx, count, moment) : [];
  const first = await listPostingLines(trx, count.id);
  const ids = [...new Set([...first, ...missing].map(({ product }) => product))];
  const stocks = await lockStocks(trx, ids);
  if (missing.length > 0) await addMissing(write, count, { missing, moment });
  const lines = missing.length > 0 ? await listPostingLines(trx, count.id) : first;
  const books = await booksOf(write, count, lines);
  await moveStocks(
    write,
    { changes: changesOf(count, books), stocks },
    {
      type: 'set',
      reason: `Count ${count.count_number}`,
      source: { type: counts.type, id: count.id },
      beforeCount,
    },
  );
}

/** Lines of 0 for what lies in the location and was not counted. */
async function addMissing(
  write: Write,
  { id, location_id: location }: Count,
  {
    missing,
    moment,
  }: { missing: readonly { product: number; lot: number | null }[]; moment: string | null },
): Promise<void> {
  const { trx, context } = write;
  const ids = [...new Set(missing.map(({ product }) => product))];
  const moments =
    moment === null ? await holdMoments(trx, ids, context.now) : new Map<number, string>();
  const positions = missing.map((each) => ({
    ...each,
    location,
    at: moment ?? moments.get(each.product) ?? context.now.toISOString(),
  }));
  const books = await listStocksAt(trx, positions);
  const lines = positions.map(({ product, lot, at }, index) => ({
    product,
    lot,
    at,
    book: books[index] ?? 0,
    counted: 0,
  }));
  await insertLines(
    write,
    id,
    lines.filter(({ book }) => book !== 0),
  );
}

async function booksOf(
  { trx }: Write,
  { location_id: location }: Count,
  lines: readonly PostingLine[],
): Promise<PostingLine[]> {
  const books = await listStocksAt(
    trx,
    lines.map(({ product, lot, at }) => ({ product, lot, at, location })),
  );
  const result = lines.map((line, index) => ({
    ...line,
    book: line.is_merged ? line.book : (books[index] ?? 0),
  }));
  await writeBooks(trx, result);
  return result;
}

function changesOf({ location_id: location }: Count, lines: readonly PostingLine[]) {
  const products = new Map<
    number,
    { location: number; lot: number | null; quantity: number; at: string }[]
  >();
  for (const { product, lot, at, counted, book } of lines) {
    const quantity = restOfQuantity(counted, book);
    if (quantity === 0) continue;
    products.set(product, [...(products.get(product) ?? []), { location, lot, quantity, at }]);
  }
  return [...products].map(([productId, parts]) => ({
    productId,
    onHand: sumOfQuantities(parts.map(({ quantity }) => quantity)),
    reserved: 0,
    parts,
  }));
}
