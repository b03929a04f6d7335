import { actorOf, type Context, type Write } from '~/kit/server/database/context';
import {
  apartFrom,
  changerOf,
  ownFields,
  type SentValues,
} from '~/kit/server/database/custom-values';
import type { Db } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import { enforce, notFound } from '~/kit/server/errors';
import { flatCustom } from '~/kit/shared/fields/custom';
import { counted } from '~/kit/shared/money/numbers';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import type { BulkResponse, BulkBody } from '../batches.fields';
import { bulkTitle, isJoined } from '../batches.rules';
import { type BulkKind, bulkKind } from './batches.service';
import { joined, waitForOthers } from './batches.queries';
import { readValues, Refused } from './bulk-rows.internal';
import { keepChange, keepWhole, lockWhole, insertBatch } from './stored-rows.queries';
import { findUndoTable, type OneByOne, type UndoTable } from './registry.service';
import type { NoteFaults } from './skipped-rows.internal';
import { within } from './undo-one.actions';
import { notifyOfMany } from './undo.actions';
import { type BulkKindName, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

type Values = Record<string, unknown>;

/**
 * Changes or deletes records of a list, each under its own rules (docs/product/bulk.md#bulk-changes): 403 without the
 * right, 400 for values that no record could take; what one record is refused for, or fails with, stops no other.
 */
export async function changeMany(
  context: Context,
  list: BulkKindName,
  { ids, action, values: sent }: BulkBody,
  note: NoteFaults,
): Promise<BulkResponse> {
  const kind = bulkKind(list);
  const needs = [`${subjectOfKind(list)}.${action}`] as const;
  enforce(mayHereAll(context.person, needs));
  const values = action === 'update' ? readValues(kind.values, sent ?? {}) : null;
  const sorted = ids.toSorted((one, other) => one - other);
  return context.write(async (write, trx) => {
    if (values?.['custom']) await refuseImpossible(write, list, values['custom'] as SentValues);
    const title = bulkTitle(list, values === null ? null : await labelsOf(trx, kind, values));
    const batch = { kind: 'bulk', list, title, needs } as const;
    const work = { batch, ids: sorted, values };
    const each = findUndoTable(list);
    if (each?.each) await waitForOthers(trx);
    const done = each?.each
      ? await oneByOne(context, { ...each, each: each.each }, work)
      : await allTogether(write, kind, work);
    note(list, done.refused.faults);
    const count = ids.length - done.refused.size;
    if (count > 0 && (!each?.each || isJoined(ids.length))) {
      notifyOfMany(write, list, {
        title: values === null ? `${title} together` : 'Changed together',
        label: title,
        action: values === null ? 'deleted together' : 'changed together',
        message: `${title} (${counted(count, 'record')})`,
        after: { count, batch_id: done.batch },
      });
    }
    const results = ids.map((id) => {
      const error = done.refused.get(id);
      return error === undefined ? { id, ok: true } : { id, ok: false, error };
    });
    return { batch_id: done.batch, results };
  });
}

/** 400 for values of own fields that no record could take. */
async function refuseImpossible(write: Write, kind: string, values: SentValues): Promise<void> {
  const changeOf = await changerOf(write, { kind, values });
  await changeOf({ custom: {} });
}

interface Work {
  batch: Parameters<typeof insertBatch>[1];
  ids: readonly number[];
  /** Null for deletion. */
  values: Values | null;
}

interface Done {
  batch: number;
  refused: Refused;
}

async function allTogether(
  write: Parameters<typeof insertBatch>[0],
  { list, together }: BulkKind,
  { batch, ids, values }: Work,
): Promise<Done> {
  if (!together) throw new Error(`The count is missing ${list} are changed`);
  const id = await insertBatch(write, batch);
  const refused =
    values === null
      ? await together.remove(write, id, ids)
      : await together.update(write, id, ids, values);
  return { batch: id, refused };
}

const parallel = 2;

/** Each record in its own transaction, a few at the same time. */
async function oneByOne(
  context: Context,
  kind: UndoTable & { each: OneByOne },
  { batch, ids, values }: Work,
): Promise<Done> {
  const inOwn = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
    inTransaction(context.db, work, actorOf(context));
  const id = await inOwn((trx) => insertBatch({ trx, context }, batch));
  const refused = new Refused();
  const waiting = ids.values();
  const hand = async () => {
    for (const record of waiting) {
      const single = changeOne(context, kind, { batch: id, id: record, values });
      const work = isJoined(ids.length) ? joined(single) : single;
      await inOwn(work).catch((error: unknown) => refused.fail(record, error));
    }
  };
  await Promise.all(Array.from({ length: parallel }, hand));
  return { batch: id, refused };
}

function changeOne(
  context: Context,
  { table, noun, each }: UndoTable & { each: OneByOne },
  { batch, id, values }: { batch: number; id: number; values: Values | null },
) {
  return async (trx: Parameters<typeof within>[1]) => {
    await each.lockBefore?.(trx, id);
    const whole = await lockWhole(trx, table, id);
    if (whole === null) throw notFound(noun);
    const inside = within(context, trx);
    if (values === null) {
      await keepWhole(trx, { batch, table }, [id]);
      await each.remove(inside, id);
    } else {
      await each.update(...apartFrom(inside, table, { id, values }));
      await keepChange(trx, { batch, table }, { id, whole });
    }
  };
}

async function labelsOf(db: Db, { list, fields }: BulkKind, values: Values): Promise<string[]> {
  const { custom, ...standard } = values;
  const own = custom === undefined ? {} : await ownFields.get().fieldsOf(db, list);
  const names = [...Object.keys(standard), ...Object.keys(flatCustom((custom ?? {}) as Values))];
  return names.map((name) => (fields[name] ?? own[name])?.label ?? name);
}
