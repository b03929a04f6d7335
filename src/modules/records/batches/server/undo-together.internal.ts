import type { Write } from '~/kit/server/database/context';
import type { UndoResponse } from '../batches.fields';
import type { StoredBatch } from './batches.queries';
import { changeStored, deleteStored, insertStored } from './stored-rows.queries';
import {
  type Fault,
  inParts,
  isRefusal,
  namedSkipped,
  partlySkipped,
  type Reasons,
  whyBroken,
  whyNeeded,
  whyRefused,
  whyStale,
  hiddenRecord,
} from './skipped-rows.internal';
import {
  findUndoTable,
  inOrder,
  kindWithin,
  lockedFirst,
  type Tie,
  tiesOf,
} from './registry.service';
import {
  imagesOf,
  listLost,
  listRowStates,
  lockStored,
  type RowState,
  tablesOf,
  findShownLabel,
  listTied,
} from './undo.queries';

export interface Undoing extends Pick<UndoResponse, 'undone' | 'left'> {
  faults: readonly Fault[];
}

interface Task {
  table: string;
  operation: RowState['operation'];
  ids: readonly number[];
}

// The log names each record of a statement up to so many (keep_audit_log in migrations/0108-kit.sql).
const chunks = { insert: 200, change: 1000, delete: 1000 } as const;

/** Undoes a batch within the transaction, in a few statements for any size (docs/product/bulk.md#undo). */
export async function undoTogether(
  write: Write,
  batch: StoredBatch,
  undo: number,
): Promise<Undoing> {
  const run = new TogetherUndo(write, batch, undo);
  await run.look();
  await run.work();
  await run.part();
  return run.outcome();
}

class TogetherUndo {
  private readonly rows = new Map<string, RowState[]>();
  private readonly reasons = new Map<string, Reasons>();
  private readonly lost = new Map<string, ReadonlyMap<number, string>>();
  private readonly faults: Fault[] = [];

  constructor(
    private readonly write: Write,
    private readonly batch: StoredBatch,
    private readonly undo: number,
  ) {}

  /** Locks every row, and sets aside those that cannot be undone. */
  async look(): Promise<void> {
    const { trx } = this.write;
    const { id, list, created_at: since } = this.batch;
    const tables = await tablesOf(trx, id);
    for (const table of lockedFirst(tables)) await lockStored(trx, { batch: id, table });
    for (const table of inOrder(tables)) {
      const rows = await listRowStates(trx, { batch: id, table });
      const isRequested = table === list || this.batch.kind === 'merge';
      const judged = { table, since, kind: kindWithin(list, table), isRequested };
      this.rows.set(table, rows);
      this.lost.set(table, await listLost(trx, { batch: id, table }));
      this.reasons.set(table, await whyStale(this.write, judged, rows));
    }
    this.keepSumsTogether();
    await keepTied(this.write, list, { rows: this.rows, reasons: this.reasons });
  }

  /** The stock of merged products was added up: it is parted while nothing was taken of the sum, or not at all. */
  private keepSumsTogether(): void {
    const { kind, list } = this.batch;
    const reasons = this.reasons.get(list);
    if (kind !== 'merge' || list !== 'products' || !reasons) return;
    const counted = [list, 'lots', 'count_lines'];
    if (counted.every((table) => (this.reasons.get(table)?.size ?? 0) === 0)) return;
    for (const { id } of this.rows.get(list) ?? [])
      if (!reasons.has(id)) reasons.set(id, 'Its stock moved to a product that has changed since');
  }

  /** Rows that refer to each other may block each other at first: failed ones are tried again after the others. */
  async work(): Promise<void> {
    let tasks = this.tasks();
    for (let before = Infinity; tasks.length > 0; ) {
      const failed = new Map<Task, Map<number, unknown>>();
      for (const task of tasks) failed.set(task, await this.perform(task));
      const count = [...failed.values()].reduce((sum, each) => sum + each.size, 0);
      const again = [...failed].filter(([, each]) => each.size > 0);
      if (count >= before || count === 0) return this.giveUp(again);
      before = count;
      tasks = again.map(([task, each]) => ({ ...task, ids: [...each.keys()] }));
    }
  }

  async part(): Promise<void> {
    const { kind, list } = this.batch;
    if (kind !== 'merge') return;
    const ids = [...this.ownerIds()].filter((id) => !this.isSkipped(id));
    if (ids.length > 1) await findUndoTable(list)?.parted?.(this.write, ids);
  }

  outcome(): Undoing {
    const all = [...this.rows].flatMap(([table, rows]) =>
      rows.map((row) => ({
        ...row,
        reason: this.reasons.get(table)?.get(row.id),
        lost: this.lost.get(table)?.get(row.id),
      })),
    );
    const skipped = all.flatMap(({ reason, ...row }) => {
      if (reason === undefined && row.lost !== undefined) return [partlySkipped(row, row.lost)];
      // The parts of a skipped record need no separate entry.
      const isListed = this.isPart(row) && this.isSkipped(row.owner_id);
      return reason === undefined || isListed ? [] : [namedSkipped(row, reason)];
    });
    const undone = all.filter(
      (row) => !this.isPart(row) && (row.reason ?? row.lost) === undefined,
    ).length;
    return { undone, left: skipped, faults: this.faults };
  }

  private tasks(): Task[] {
    const tables = [...this.rows.keys()];
    return [
      ...tables.flatMap((table) => this.tasksOf(table, 'insert')),
      ...tables.flatMap((table) => this.tasksOf(table, 'change')),
      ...tables.toReversed().flatMap((table) => this.tasksOf(table, 'delete')),
    ];
  }

  private tasksOf(table: string, operation: RowState['operation']): Task[] {
    const reasons = this.reasons.get(table);
    const ids = (this.rows.get(table) ?? [])
      .filter((row) => row.operation === operation && !reasons?.has(row.id))
      // What was created with a record goes with it, or stays with it.
      .filter(
        (row) => !this.isPart(row) || (operation !== 'delete' && !this.isSkipped(row.owner_id)),
      )
      .map(({ id }) => id);
    const tasks: Task[] = [];
    for (let at = 0; at < ids.length; at += chunks[operation])
      tasks.push({ table, operation, ids: ids.slice(at, at + chunks[operation]) });
    return tasks;
  }

  /** Whether a row belongs to a record of the same batch. */
  private isPart({ owner_id }: RowState): boolean {
    return owner_id !== null && this.ownerIds().has(owner_id);
  }

  private owners: Set<number> | undefined;
  private ownerIds(): Set<number> {
    this.owners ??= new Set((this.rows.get(this.batch.list) ?? []).map(({ id }) => id));
    return this.owners;
  }

  private isSkipped(owner: number | null): boolean {
    return owner !== null && (this.reasons.get(this.batch.list)?.has(owner) ?? false);
  }

  /** Gives what the rows failed with, by id. */
  private async perform({ table, operation, ids }: Task): Promise<Map<number, unknown>> {
    const failures = new Map<number, unknown>();
    const of = { batch: this.batch.id, table };
    const stored = { batch: this.undo, table };
    const why = operation === 'delete' ? whyNeeded : whyBroken;
    const refused = await why(this.write, of, ids);
    for (const [id, reason] of refused) failures.set(id, reason);
    const free = ids.filter((id) => !refused.has(id));
    const work = (some: readonly number[]) => {
      if (operation === 'delete') return deleteStored(this.write, stored, some);
      const images = imagesOf(of, some);
      return operation === 'insert'
        ? insertStored(this.write, stored, images)
        : changeStored(this.write, { ...stored, isUndo: true }, images);
    };
    for (const [id, error] of await inParts(this.write.trx, free, work)) failures.set(id, error);
    return failures;
  }

  private async giveUp(failed: [Task, Map<number, unknown>][]): Promise<void> {
    const batch = this.batch.id;
    for (const [{ table, operation }, errors] of failed) {
      for (const [id, error] of errors) {
        const reason =
          typeof error === 'string'
            ? error
            : await whyRefused(this.write, { batch, table, id, operation, error });
        this.reasons.get(table)?.set(id, reason);
        if (typeof error !== 'string' && !isRefusal(error)) this.faults.push({ id, error });
      }
    }
  }
}

interface Rows {
  rows: ReadonlyMap<string, readonly RowState[]>;
  reasons: ReadonlyMap<string, Reasons>;
}

interface TiePlacement {
  table: string;
  id: number;
}

/** What refers to each other goes back together: with a row that stays, those that are tied to it stay (docs/product/bulk.md#merging). */
async function keepTied(write: Write, list: string, { rows, reasons }: Rows): Promise<void> {
  const moving = (table: string): number[] =>
    (rows.get(table) ?? [])
      .filter(({ id, operation }) => operation === 'change' && !reasons.get(table)?.has(id))
      .map(({ id }) => id);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const tie of tiesOf(list)) {
      for (const { goes, stays } of await listParted(write, tie, moving)) {
        reasons.get(goes.table)?.set(goes.id, await whyTied(write, list, stays));
        isSettled = false;
      }
    }
  }
}

async function listParted(
  { trx }: Write,
  tie: Tie,
  moving: (table: string) => number[],
): Promise<{ goes: TiePlacement; stays: TiePlacement }[]> {
  const [ones, others] = [moving(tie.one), moving(tie.other)];
  if (ones.length + others.length === 0) return [];
  const [isOne, isOther] = [new Set(ones), new Set(others)];
  return (await listTied(trx, tie, { ones, others })).flatMap(({ one, other }) => {
    if (isOne.has(one) === isOther.has(other)) return [];
    const placements = [
      { table: tie.one, id: one },
      { table: tie.other, id: other },
    ] as const;
    const [goes, stays] = isOne.has(one) ? placements : placements.toReversed();
    return goes && stays ? [{ goes, stays }] : [];
  });
}

async function whyTied(write: Write, list: string, { table, id }: TiePlacement): Promise<string> {
  const label = await findShownLabel(write, { table, kind: kindWithin(list, table) }, id);
  return `It belongs with ${label ?? hiddenRecord.toLowerCase()}, which stays`;
}
