import { actorOf, type Context, type Write } from '~/kit/server/database/context';
import { logLine } from '~/kit/server/database/activity-log';
import { inTransaction } from '~/kit/server/database/transaction';
import { enforce, notFound } from '~/kit/server/errors';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import type { Batch, UndoResponse } from '../batches.fields';
import { canUndo, isJoined, undoneText, undoTitle } from '../batches.rules';
import {
  listStored,
  lockBatch,
  markUndone,
  type StoredBatch,
  waitForOthers,
} from './batches.queries';
import { insertBatch } from './stored-rows.queries';
import { findUndoTable } from './registry.service';
import type { NoteFaults } from './skipped-rows.internal';
import { undoOneByOne } from './undo-one.actions';
import { undoTogether, type Undoing } from './undo-together.internal';

/** The batches of thirty days that a person made; an administrator sees everyone's. */
export async function listBatches(context: Context): Promise<Batch[]> {
  const stored = await listStored(context);
  return stored.map(({ needs, ...batch }) => ({
    ...batch,
    can_undo: canUndo(batch, context.now).ok && mayHereAll(context.person, needs).ok,
  }));
}

/**
 * Undoes those rows of a batch that nothing newer depends on, and names the others (docs/product/bulk.md#undo). 404 for
 * another person's batch, 403 without the rights of the original call, 409 for one that was undone or is too old.
 */
export async function undoBatch(
  context: Context,
  id: number,
  note: NoteFaults,
): Promise<UndoResponse> {
  return context.write(async (write, trx) => {
    const batch = await openOwn(write, id);
    enforce(canUndo(batch, context.now));
    enforce(mayHereAll(context.person, batch.needs));
    const { kind: _kind, list, needs } = batch;
    const next = { kind: 'undo', list, needs, title: undoTitle(batch.title) } as const;
    const kind = findUndoTable(list);
    const each = kind?.each;
    if (each) await waitForOthers(trx);
    const undo = each
      ? await inTransaction(
          context.db,
          (own) => insertBatch({ trx: own, context }, next),
          actorOf(context),
        )
      : await insertBatch(write, next);
    const { faults, ...undoing } = each
      ? await undoOneByOne(context, { batch, undo }, { ...kind, each })
      : await undoTogether(write, batch, undo);
    note(list, faults);
    await markUndone(trx, { id, by: undo, now: context.now });
    // One by one, each record has its own line already.
    const batch_id = each && !isJoined(batch.count) ? null : undo;
    notifyOfUndo(write, batch, { ...undoing, batch_id });
    return { batch_id: undo, ...undoing };
  });
}

async function openOwn({ trx, context: { person } }: Write, id: number): Promise<StoredBatch> {
  const batch = await lockBatch(trx, id);
  const isOwn = batch?.created_by === person.id || person.role === 'admin';
  if (!batch || !isOwn) throw notFound('Bulk change');
  return batch;
}

function notifyOfUndo(
  write: Write,
  { list, title }: StoredBatch,
  { batch_id, ...undoing }: Omit<Undoing, 'faults'> & { batch_id: number | null },
): void {
  notifyOfMany(write, list, {
    title: 'Bulk change undone',
    label: title,
    action: 'undone',
    message: `${title}: ${undoneText(undoing)}`,
    after: {
      undone: undoing.undone,
      left: undoing.left.length,
      ...(batch_id === null ? {} : { batch_id }),
    },
  });
}

const types: Readonly<Record<string, string>> = {
  leads: 'lead',
  customers: 'customer',
  orders: 'order',
  invoices: 'invoice',
  products: 'product',
};

/** One line of the feed for many records of a list. */
export function notifyOfMany(
  write: Write,
  list: string,
  line: { title: string; label: string; action: string; message: string; after: object },
): void {
  logLine(write, {
    ...line,
    type: types[list] ?? 'other',
    entity: list,
    id: null,
    before: null,
    after: { ...line.after },
  });
}
