import type { z } from 'zod';
import type { Write } from '~/kit/server/database/context';
import { changerOf, type SentValues } from '~/kit/server/database/custom-values';
import type { SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { DependentCount } from '~/kit/shared/fields/dependents';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';
import {
  insertBatch,
  insertRows,
  keepRowsOf,
  type StoredRow,
  type NewBatch,
} from './stored-rows.queries';
import {
  deletable,
  type Planned,
  readLocked,
  type Refused,
  writePlanned,
} from './bulk-rows.internal';
import { type BulkKindName } from '~/modules/organization/kinds/kinds.rules';

type Values = Record<string, unknown>;

/** A list whose records are changed and deleted many at once (docs/product/bulk.md#bulk-changes). */
export interface BulkKind {
  list: BulkKindName;
  fields: Fields;
  /** Validates the values of a change. */
  values: z.ZodType<object, unknown>;
  /** Both in one transaction; absent where each record is written on its own, as `registerUndo` says. */
  together?: {
    update: (
      write: Write,
      batch: number,
      ids: readonly number[],
      values: Values,
    ) => Promise<Refused>;
    remove: (write: Write, batch: number, ids: readonly number[]) => Promise<Refused>;
  };
}

/**
 * Begins a batch in the writer's transaction, so that it can be undone (docs/product/bulk.md#undo); gives its id. `needs`
 * are the rights that doing it took. Rows are kept as they are written, by the functions next to it.
 *
 * @public
 */
export async function openBatch(write: Write, batch: NewBatch): Promise<number> {
  return insertBatch(write, batch);
}

/**
 * Keeps what was done to records: the changed columns and `updated_at` before and after, a deleted row whole, and of a
 * created one `updated_at` after.
 *
 * @public
 */
export async function keepBatchRows(
  { trx }: Write,
  batch: number,
  rows: readonly StoredRow[],
): Promise<void> {
  await insertRows(trx, batch, rows);
}

/**
 * The same in one statement for very many: `select` gives `entity`, `record_id`, `owner_id`, `label`, `before` and
 * `after` (the last two jsonb).
 *
 * @public
 */
export async function keepBatchRowsOf(
  trx: Transaction,
  batch: number,
  select: SqlPart,
): Promise<void> {
  await keepRowsOf(trx, batch, select);
}

const kinds = new Map<string, BulkKind>();

/** Called by src/app/modules.ts through each module. */
export function registerBulk(kind: BulkKind): void {
  kinds.set(kind.list, kind);
}

export function bulkKind(list: BulkKindName): BulkKind {
  const kind = kinds.get(list);
  if (!kind) throw new Error(`No bulk changes are registered for ${list}`);
  return kind;
}

type CanDelete<F extends Fields> = (
  row: RowOf<F>,
  dependents: readonly DependentCount[],
) => Verdict;

interface Rules<F extends Fields> {
  /**
   * Checks once what is the same for all (400). What it gives says of each record which columns it takes, or throws why
   * it does not.
   */
  plan: (write: Write, values: Values) => Promise<(row: RowOf<F>) => Values>;
  canDelete: CanDelete<F>;
  /** The same where it follows from more than the locked records. */
  readyDelete?: (write: Write, ids: readonly number[]) => Promise<CanDelete<F>>;
  /** Once for all that were changed, as they were, with what is new of each. */
  onChanged?: (write: Write, changed: readonly Changed<RowOf<F>>[]) => void;
}

export interface Changed<Row> {
  row: Row;
  values: Values;
}

/** For records without consequences beyond their row: a few statements, however many records. */
export function together<F extends Fields>(
  entity: Entity<F>,
  { plan, canDelete, readyDelete, onChanged }: Rules<F>,
): NonNullable<BulkKind['together']> {
  return {
    update: async (write, batch, ids, { custom, ...values }) => {
      const valuesOf = await plan(write, values);
      const ownChange = { kind: entity.name, values: custom as SentValues };
      const ownOf = custom === undefined ? null : await changerOf(write, ownChange);
      const { rows, refused } = await readLocked(write, entity, ids);
      const planned: (Planned & Changed<RowOf<F>>)[] = [];
      for (const row of rows) {
        try {
          const own = await ownOf?.(row);
          const image = changedIn(row, { ...valuesOf(row), ...(own ? { custom: own.set } : {}) });
          if (!image) continue;
          const id = Number(row['id']);
          planned.push({ id, label: entity.label(row), image, row, values: image });
        } catch (error) {
          refused.fail(Number(row['id']), error);
        }
      }
      const images = planned.map(({ id, label, image }) => ({ id, label, image }));
      const skipped = await writePlanned(write, { batch, table: entity.name }, images, refused);
      const changed = planned.filter(({ id }) => !skipped.has(id));
      if (changed.length > 0) onChanged?.(write, changed);
      return skipped;
    },
    remove: async (write, batch, chosen) => {
      const { rows, refused } = await readLocked(write, entity, chosen);
      const ids = rows.map((row) => Number(row['id']));
      const rule = (await readyDelete?.(write, ids)) ?? canDelete;
      const stored = { batch, table: entity.name };
      return deletable(write, stored, { rows, refused, canDelete: rule });
    },
  };
}

/** Only what differs, or null where nothing does. */
function changedIn(row: Values, values: Values): Values | null {
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && row[name] !== value,
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
