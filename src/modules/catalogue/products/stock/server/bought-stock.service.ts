import type { Write } from '~/kit/server/database/context';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { sharesOf } from '../value.rules';
import { listMovedGoods, type MovedGoods, writeWorths } from './moved-goods.queries';
import { lockStocks, type MoveNote } from './movements.queries';
import { changeStocks, type MoveReason, noteOf } from './stock.service';

type Source = NonNullable<MoveNote['source']>;

/**
 * Takes back what a document moved, each movement at its own moment, as if it had never been: both count for nothing
 * (docs/product/stock.md#cancelled-goods). 409 where goods are gone since, or a count found them.
 */
export async function voidMoves(
  write: Write,
  source: Source,
  why: Pick<MoveReason, 'type' | 'reason' | 'beforeCount'>,
): Promise<void> {
  const moved = await listMovedGoods(write.trx, source.type, [source.id]);
  const ids = [...new Set(moved.map(({ product }) => product))];
  const changes = ids.map((productId) => {
    const parts = moved
      .filter(({ product }) => product === productId)
      .map(({ location, lot, quantity, at, line }) => ({
        location,
        lot,
        at,
        quantity: -quantity,
        is_void: true,
        ...(line === null ? {} : { line }),
      }));
    const onHand = sumOfQuantities(parts.map(({ quantity }) => quantity));
    return { productId, onHand, reserved: 0, parts };
  });
  await changeStocks(write, changes, { ...why, source, voids: moved.map(({ id }) => id) });
}

/** A line of a document whose goods are worth so much more than before, in rupees, signed as their movements. */
export interface Repricing {
  document: number;
  line: number;
  productId: number;
  change: number;
}

/**
 * Changes what goods of documents of a kind are worth, and values the later history of their products again, all in one
 * sweep. Of closed days, and of products that were merged since, the change is a separate difference, which names `by`
 * (docs/product/stock.md#changed-prices).
 */
export async function repriceMoves(
  write: Write,
  { type, lines }: { type: string; lines: readonly Repricing[] },
  by: { source: Source; reason: string },
): Promise<void> {
  const { trx, context } = write;
  const changed = lines.filter(({ change }) => change !== 0);
  if (changed.length === 0) return;
  await lockStocks(
    trx,
    changed.map(({ productId }) => productId),
  );
  const documents = [...new Set(changed.map(({ document }) => document))];
  const moved = await listMovedGoods(trx, type, documents);
  const worths: { product: number; id: number; worth: number }[] = [];
  const changes: { product: number; change: number }[] = [];
  for (const { line, productId, change } of changed) {
    const own = moved.filter((each) => each.line === line && each.worth !== null);
    if (own.length === 0 || own.some(({ is_closed }) => is_closed))
      changes.push({ product: productId, change });
    else worths.push(...worthsOf(own, change));
  }
  const note = noteOf(write, { type: 'purchase', ...by });
  await writeWorths(trx, { worths, changes }, { note, now: context.now });
}

function worthsOf(moved: readonly MovedGoods[], change: number) {
  const paise = moved.reduce((sum, { worth }) => sum + toPaise(worth ?? 0), toPaise(change));
  const weights = moved.map(({ quantity }) => Math.abs(quantity));
  const shares = sharesOf(fromPaise(paise), weights);
  return moved.map(({ id, product }, index) => ({ product, id, worth: shares[index] ?? 0 }));
}
