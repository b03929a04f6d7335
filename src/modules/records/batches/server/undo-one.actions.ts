import { actorOf, type Context, withWrite, type Write } from '~/kit/server/database/context';
import { faultOf } from '~/kit/server/database/faults';
import { apartFrom } from '~/kit/server/database/custom-values';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { isJoined } from '../batches.rules';
import { joined, type StoredBatch } from './batches.queries';
import { insertStored, keepChange, keepWhole, lockWhole, setVersion } from './stored-rows.queries';
import {
  type Fault,
  isRefusal,
  namedSkipped,
  partlySkipped,
  whyRefused,
  whyStale,
} from './skipped-rows.internal';
import type { OneByOne, UndoTable } from './registry.service';
import type { Undoing } from './undo-together.internal';
import {
  imageOf,
  imagesOf,
  listLost,
  listOwn,
  listPartIds,
  listRowStates,
  markRowUndone,
  type RowState,
} from './undo.queries';
import { kindOfEntity } from '~/modules/organization/kinds/kinds.rules';

type Each = UndoTable & { each: OneByOne };

/** The context of a call within a transaction that is in progress. */
export function within(context: Context, trx: Transaction): Context {
  return withWrite({ ...context, db: trx, transaction: (work) => work(trx) });
}

/** Each record in its own transaction, by its module's own functions; none is undone twice if this is cut off. */
export async function undoOneByOne(
  context: Context,
  { batch, undo }: { batch: StoredBatch; undo: number },
  kind: Each,
): Promise<Undoing> {
  const of = { batch: batch.id, table: kind.table };
  const skipped: Undoing['left'] = [];
  const faults: Fault[] = [];
  let undone = 0;
  const lost = await listLost(context.db, of);
  for (const { id, label } of await listOwn(context.db, of)) {
    const reason = await undoRow(context, { batch, undo, id, faults }, kind);
    const labels = lost.get(id);
    if (reason !== null) skipped.push(namedSkipped({ id, label }, reason));
    else if (labels === undefined) undone += 1;
    else skipped.push(partlySkipped({ id, label }, labels));
  }
  return { undone, left: skipped, faults };
}

interface One {
  batch: StoredBatch;
  undo: number;
  id: number;
  /** Those so far. */
  faults: Fault[];
}

async function undoRow(context: Context, one: One, kind: Each): Promise<string | null> {
  const { batch, id } = one;
  const of = { batch: batch.id, table: kind.table };
  let operation: RowState['operation'] = 'change';
  const work = async (trx: Transaction) => {
    const write = { trx, context };
    await kind.each.lockBefore?.(trx, id);
    const [row] = await listRowStates(trx, of, id);
    if (!row) return 'Undo is already running';
    const judged = {
      ...of,
      since: batch.created_at,
      kind: kindOfEntity(kind.table),
      isRequested: true,
    };
    const stale = await whyStale(write, judged, [row]);
    const reason = stale.get(id);
    if (reason !== undefined) return reason;
    operation = row.operation;
    await doBack(write, { ...one, operation }, { kind, within: within(context, trx) });
    await markRowUndone(trx, batch.id, { table: kind.table, id });
    return null;
  };
  try {
    const whole = isJoined(batch.count) ? joined(work) : work;
    return await inTransaction(context.db, whole, actorOf(context));
  } catch (error) {
    faultOf(error);
    if (!isRefusal(error)) one.faults.push({ id, error });
    return inTransaction(context.db, (trx) =>
      whyRefused({ trx, context }, { ...of, id, operation, error }),
    );
  }
}

async function doBack(
  write: Write,
  { batch, undo, id, operation }: Omit<One, 'faults'> & { operation: RowState['operation'] },
  { kind, within: inside }: { kind: Each; within: Context },
): Promise<void> {
  const { trx } = write;
  const { table, each } = kind;
  const of = { batch: batch.id, table };
  const stored = { batch: undo, table };
  if (operation === 'insert') {
    await insertStored(write, stored, imagesOf(of, [id]));
    for (const part of await listPartIds(trx, batch.id, id))
      await insertStored(
        write,
        { batch: undo, table: part.table },
        imagesOf({ batch: batch.id, table: part.table }, part.ids),
      );
    return each.restored(write, id);
  }
  const whole = await lockWhole(trx, table, id);
  if (whole === null) throw notFound(kind.noun);
  if (operation === 'delete') {
    await keepWhole(trx, stored, [id]);
    await each.remove(inside, id);
    return;
  }
  const { updated_at: version, ...former } = await imageOf(trx, of, id);
  await each.revert(...apartFrom(inside, table, { id, values: former, isUndo: true }));
  if (version !== undefined) await setVersion(trx, table, { id, version });
  await keepChange(trx, stored, { id, whole });
}
