import type { Write } from '~/kit/server/database/context';
import { AppError, enforce } from '~/kit/server/errors';
import { formatNumber } from '~/kit/shared/money/numbers';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { dayOf, formatDay } from '~/kit/shared/time/days';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import { canMoveStock } from '../../catalogue/products.rules';
import { products } from '../../catalogue/server/products.queries';
import type { MovementType } from '../movements.fields';
import type { StockPart } from '../positions.rules';
import { counting, type PostedLine } from './counting.service';
import { findLack, type PastPart, refuseClosed, type Stock } from './movements.queries';

type Parts = ReadonlyMap<number, readonly StockPart[]>;
type Stocks = ReadonlyMap<number, Stock>;

function pastOf(positions: Parts): PastPart[] {
  return [...positions].flatMap(([product, parts]) =>
    parts.flatMap((part) => (part.at ? [{ ...part, product, at: part.at }] : [])),
  );
}

/**
 * The parts with what takes their quantity back at the moment of a later posted count, which contained it already; 409
 * naming that count unless the document says so (docs/product/stock.md#counted-goods).
 */
export async function withCounted(
  { trx }: Write,
  positions: Parts,
  {
    stocks,
    beforeCount,
    type,
  }: { stocks: Stocks; beforeCount: 'included' | null | undefined; type: MovementType },
): Promise<Parts> {
  const past = pastOf(positions);
  const found = past.length > 0 ? await counting.get().findPosted(trx, past) : [];
  const posted = found
    .map((line) => ({ ...line, change: changeUntil(positions.get(line.product) ?? [], line) }))
    .filter(({ change }) => change !== 0);
  if (posted.length === 0) return positions;
  if (beforeCount !== 'included') {
    await refuseClosed(
      trx,
      past.map(({ at }) => at),
    );
    const details = posted.map(({ product, count_id: id, count_number: label }) => ({
      message: `Count ${label} counted "${stocks.get(product)?.product_name}" after that moment`,
      record: { type: 'count', id, label },
    }));
    const message = `${details[0]?.message ?? ''}. Choose "Included in the count", or a later date.`;
    throw new AppError('stock.counted', message, { details });
  }
  const result = new Map(positions);
  for (const { product, location, lot, moment, change } of posted) {
    const position = { location, lot, quantity: -change, at: moment };
    // Goods of a transfer keep their value; those that a count contained have it a second time.
    const back: StockPart = type === 'transfer' ? { ...position, type: 'set' } : position;
    result.set(product, [...(result.get(product) ?? []), back]);
  }
  return result;
}

/** What parts change where a count found goods, until its moment. */
function changeUntil(parts: readonly StockPart[], { location, lot, moment }: PostedLine): number {
  const own = parts.filter(
    (part) => part.location === location && part.lot === lot && part.at && part.at <= moment,
  );
  return sumOfQuantities(own.map(({ quantity }) => quantity));
}

/** 409 where a place would lack goods at a past moment, then or at a later movement, which is named. */
export async function refuseLacks(
  { trx }: Write,
  positions: Parts,
  { stocks, voids = [] }: { stocks: Stocks; voids?: readonly number[] | undefined },
): Promise<void> {
  const past = [...positions].filter(([, parts]) =>
    parts.some(({ at, quantity }) => at && quantity < 0),
  );
  if (past.length === 0) return;
  const lack = await findLack(
    trx,
    past.flatMap(([product, parts]) => parts.map((part) => ({ ...part, product }))),
    voids,
  );
  const stock = lack && stocks.get(lack.product);
  if (!lack || !stock) return;
  await refuseClosed(
    trx,
    pastOf(positions).map(({ at }) => at),
  );
  const { balance, quantity } = lack;
  if (lack.on === null)
    enforce(canMoveStock({ ...stock, stock_quantity: balance - quantity }, quantity));
  const { timeZone } = await companyClock({ db: trx, now: new Date(lack.on ?? 0) });
  const by = `${lack.reason ?? 'A movement'} of ${formatDay(dayOf(lack.on ?? '', timeZone))}`;
  const message = `${by} would lack ${formatNumber(-balance)} of "${stock.product_name}"`;
  const record = { type: products.type, id: stock.id, label: stock.product_name };
  throw new AppError('stock.insufficient_later', message, { details: [{ message, record }] });
}
