import type { Write } from '~/kit/server/database/context';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { less, sharesOf } from '../value.rules';
import { listMovedGoods, type MovedGoods, writeWorths } from './moved-goods.queries';
import { noteRevalued } from './revalued.service';
import { lockStocks, type MoveNote, refuseClosed } from './movements.queries';
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

/** A line of a document whose goods are worth another amount than before, in rupees, signed as their movements. */
export interface Repricing {
  document: number;
  line: number;
  productId: number;
  before: number;
  value: number;
}

interface RepricedBy {
  source: Source;
  reason: string;
  /** Whether goods of closed days may not be worth another amount by it: 409. */
  refusesClosed?: boolean;
}

/**
 * Changes what goods of documents of a kind are worth, and values the later history of their products again, all in one
 * sweep. Of closed days, and of products that were merged since, the change is a separate difference, which names `by`; a
 * change after those days are open again takes that back (docs/product/stock.md#changed-prices).
 */
export async function repriceMoves(
  write: Write,
  { type, lines }: { type: string; lines: readonly Repricing[] },
  { refusesClosed = false, ...by }: RepricedBy,
): Promise<void> {
  const { trx, context } = write;
  const changed = lines.filter(({ before, value }) => before !== value);
  if (changed.length === 0) return;
  await lockStocks(
    trx,
    changed.map(({ productId }) => productId),
  );
  const documents = [...new Set(changed.map(({ document }) => document))];
  const moved = await listMovedGoods(trx, type, documents);
  const worths: { product: number; id: number; worth: number }[] = [];
  const changes: { product: number; change: number }[] = [];
  for (const { line, productId: product, before, value } of changed) {
    const own = moved.filter((each) => each.line === line && each.worth !== null);
    const closed = own.filter(({ is_closed }) => is_closed);
    if (refusesClosed && closed.length > 0)
      await refuseClosed(
        trx,
        closed.map(({ at }) => at),
      );
    if (own.length === 0 || closed.length > 0) {
      changes.push({ product, change: less(value, before) });
      continue;
    }
    const worth = fromPaise(own.reduce((sum, each) => sum + toPaise(each.worth ?? 0), 0));
    if (worth !== value) {
      worths.push(...worthsOf(own, value));
      noteRevalued(
        trx,
        own.map(({ at }) => ({ product, at, entered: null })),
      );
    }
    if (worth !== before) changes.push({ product, change: less(worth, before) });
  }
  const note = noteOf(write, { type: 'purchase', ...by });
  await writeWorths(trx, { worths, changes }, { note, now: context.now });
}

function worthsOf(moved: readonly MovedGoods[], value: number) {
  const weights = moved.map(({ quantity }) => Math.abs(quantity));
  const shares = sharesOf(value, weights);
  return moved.map(({ id, product }, index) => ({ product, id, worth: shares[index] ?? 0 }));
}
