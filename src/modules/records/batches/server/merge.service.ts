import { z } from 'zod';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  callPath,
  lists,
  type MergeKindName,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';
import { type MergeBody, mergeBody } from '../batches.fields';
import { logActivity } from '~/kit/server/database/activity-log';
import type { Context, Write } from '~/kit/server/database/context';
import { changerOf, hasCustom, type SentValues } from '~/kit/server/database/custom-values';
import {
  type Entity,
  findRecord,
  getRecord,
  idOf,
  readRecord,
  refuseStale,
} from '~/kit/server/database/entity';
import { enforceWritable } from '~/kit/server/database/write-rights';
import { AppError, notFound } from '~/kit/server/errors';
import type { Right } from '~/kit/shared/access';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import { counted } from '~/kit/shared/money/numbers';
import { mergeTitle } from '../batches.rules';
import { listLocked, plannedImages } from './bulk.queries';
import { readValues } from './bulk-rows.internal';
import { changeStored, deleteStored, insertBatch } from './stored-rows.queries';
import { countMoving, findMergedInto, listMergedInto, lockMoving, moveAll } from './merge.queries';
import { findUndoTable, movesOf } from './registry.service';
import { mayHere } from '~/modules/organization/users/rights.rules';

export { listMergedInto };

type Values = Record<string, unknown>;

/** A kind of records of which two can become one (docs/product/bulk.md#merging). */
export interface MergeKind<F extends Fields> {
  list: MergeKindName;
  entity: Entity<F>;
  /** Validates the values chosen of both. */
  values: z.ZodType<object, unknown>;
  /** The columns that the record which stays takes, from the values and from both; refuses what cannot be merged. */
  plan: (
    write: Write,
    records: { first: RowOf<F>; other: RowOf<F> },
    values: Values,
  ) => Promise<Values>;
  /** Called once everything moved, with both records as they were. */
  joined?: (write: Write, records: { first: RowOf<F>; other: RowOf<F> }) => Promise<void>;
}

/**
 * Moves everything that belongs to the other record to this one, and deletes the other; the batch undoes it. 400 for a
 * record with itself, 404 for one that the person may not read, 409 when a version was sent and is not the present one.
 */
export async function mergeRecords<F extends Fields>(
  context: Context,
  { list, entity, values: schema, plan, joined }: MergeKind<F>,
  id: number,
  { other_id, values: sent, updated_at, other_updated_at }: MergeBody,
): Promise<{ record: RowOf<F>; batch_id: number }> {
  if (id === other_id)
    throw new AppError('merge.same_record', 'Choose another record to merge with');
  const { custom, ...values } = Object.keys(sent).length === 0 ? {} : readValues(schema, sent);
  return context.write(async (write, trx) => {
    await lockMoving(trx, entity.name, [id, other_id]);
    const rows = await listLocked(write, entity, [id, other_id]);
    const first = rows.find((row) => idOf(row) === id);
    const other = rows.find((row) => idOf(row) === other_id);
    if (!first || !other) throw notFound(entity.noun);
    for (const row of rows) await enforceWritable(write, row);
    refuseStale(first, updated_at);
    refuseStale(other, other_updated_at);
    const moved = await enforceMayMove(write, list, other_id);
    for (const { enforceMove } of movesOf(entity.name))
      await enforceMove?.(write, { from: other_id, to: id });
    const ownChange = { kind: entity.name, values: (custom ?? {}) as SentValues };
    const changeOf = await changerOf(write, ownChange);
    const own = await changeOf(first);
    const image = {
      ...(await plan(write, { first, other }, values)),
      ...(own ? { custom: own.set } : {}),
    };
    const names = { from: entity.label(other), into: entity.label(first) };
    const batch_id = await insertBatch(write, {
      kind: 'merge',
      list,
      title: mergeTitle(list, names),
      needs: [`${list}.update`, `${list}.delete`, ...moved],
    });
    const survivor = { batch: batch_id, table: entity.name };
    await moveAll(write, { ...survivor, from: other_id, to: id });
    await deleteStored(write, survivor, [other_id]);
    await changeStored(write, survivor, plannedImages([{ id, label: names.into, image }]));
    await joined?.(write, { first, other });
    const record = await getRecord(trx, entity, id);
    logActivity(write, entity, record, {
      action: 'merged',
      message: `${names.from} into ${names.into}`,
      before: null,
      after: { merged: names.from, merged_id: other_id, batch_id },
    });
    return { record, batch_id };
  });
}

/**
 * The rights that moving takes, one for each kind of what moves: 403 without one of them, or where any of it is not the
 * person's to read (docs/product/bulk.md#merging).
 */
async function enforceMayMove(write: Write, list: string, from: number): Promise<Right[]> {
  const needed = new Set<Right>();
  for (const move of movesOf(list)) {
    const { kind } = move;
    if (kind === undefined) continue;
    const { count, hidden } = await countMoving(write, move, { kind, from });
    if (count === 0) continue;
    const right: Right = `${subjectOfKind(kind)}.update`;
    const would = `The merge would move ${counted(count, findUndoTable(move.table)?.noun.toLowerCase() ?? 'record')}`;
    const verdict = mayHere(write.context.person, right);
    if (!verdict.ok) throw new AppError('merge.right_missing', `${would}. ${verdict.message}.`);
    if (hidden > 0)
      throw new AppError(
        'merge.hidden_records',
        `${would}, but you can only see ${count - hidden}. Ask someone who can see all of them.`,
      );
    needed.add(right);
  }
  return [...needed];
}

/** Like `readRecord`; the 404 of a record that was merged says into which one, for anyone who may read that. */
export async function readOrFollow<F extends Fields>(
  context: Context,
  entity: Entity<F>,
  id: number,
): Promise<RowOf<F>> {
  const { db, person } = context;
  const record = await findRecord(db, entity, id, person);
  if (record) return record;
  const into = await findMergedInto(context, entity.name, id);
  if (into === null) throw notFound(entity.noun);
  const target = await readRecord(context, entity, into);
  const label = entity.label(target);
  throw new AppError('record.not_found', `${entity.noun} not found`, {
    details: [
      { message: `It was merged into ${label}`, record: { type: entity.type, id: into, label } },
    ],
  });
}

/** Declares `POST /{records}/:id/merge` of a kind. */
export function mergeRoute<F extends Fields>(
  api: Api,
  kind: MergeKind<F>,
  { tag, row }: { tag: string; row: z.ZodType },
): void {
  const { list } = kind;
  route(api, {
    tag,
    access: [`${list}.update`, `${list}.delete`],
    method: 'POST',
    url: `${callPath(list)}/:id/merge`,
    summary: `Merge another ${lists[list].noun.toLowerCase()} into this one, with all its records; can be undone`,
    params: idParams,
    body: mergeBody,
    response: z.object({ record: row, batch_id: z.int() }),
    ...(hasCustom(kind.entity) && { errors: ['custom.unknown_field'] }),
    idempotent: true,
    handle: ({ context, params, body }) => mergeRecords(context, kind, params.id, body),
  });
}
