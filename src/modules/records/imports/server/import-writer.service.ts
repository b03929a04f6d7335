import { copyLine } from '~/kit/server/database/copy';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { keepBatchRows, keepBatchRowsOf } from '~/modules/records/batches/server/batches.service';
import type { CustomValues } from '~/kit/shared/fields/custom';
import { ownColumns } from '~/modules/records/custom-fields/own-columns.csv';
import { type CsvFormat, withOwnColumns } from '../formats.rules';
import type { RowProblem } from '../imports.fields';
import type { Heading } from '../heading.rules';
import { type CheckedRow, type Meaning, missingForNew, rowCheck, type Values } from '../rows.rules';
import {
  changedRows,
  copyInto,
  createdRows,
  createStage,
  listOwnValues,
  lockStaged,
  ownTarget,
  stage,
  type Target,
  updateStaged,
} from './import-writer.queries';
import type { RowTaker, Run } from './imports.service';
import { judgeOwn, splitRow } from './own-values.internal';

export { listKeys } from './import-writer.queries';

/** How the rows of a file become records of a table. */
export interface FilePlan<Existing extends ExistingRecord, Parts = never> {
  format: CsvFormat;
  table: string;
  /** The column that names a record. */
  label: string;
  /** What is refused in a second row of a record: its key. */
  key: { field: string | null; noun: string };
  /** The columns of a new record besides `created_at` and `updated_at`. */
  columns: readonly string[];
  /** The columns of a known record that the file changes. */
  targets: readonly Target[];
  meaning?: Meaning;
  /** The record of each row, in their order. */
  match: (rows: readonly CheckedRow[]) => Promise<Match<Existing>[]>;
  /** The values to store, all columns of a new record, or what is wrong with the row. */
  judge: (row: CheckedRow, existing: Existing | null) => Verdict<Parts> | Promise<Verdict<Parts>>;
  /** Adds values that the database gives, for new records that are then written at once. */
  complete?: (rows: readonly Values[]) => Promise<readonly Values[]>;
  /** How many new records are written at once; a whole block where it does not say. */
  atOnce?: number;
  /** Writes the parts of a block's records; gives the rows that undo it. */
  writeParts?: (owners: readonly Owner<Parts>[]) => Promise<StoredRows>;
}

/** A record of the database; it has the columns that the file changes. */
export type ExistingRecord = Values & {
  readonly id: number;
  /** False for one that the person may not read, of which nothing is said. */
  readonly is_read?: boolean;
};
export type StoredRows = Parameters<typeof keepBatchRows>[2];
export type Verdict<Parts = never> = Judged<Parts> | Joined<Parts> | Refusal[];

/** Its value is that of the field in the row, unless another one is given. */
export type Refusal = Omit<RowProblem, 'value'> & Partial<RowProblem>;

/** The record that a row describes. */
export interface Match<Existing> {
  /** Each identifies the rows of one record in the file; none where each row is a separate record. */
  keys: readonly string[];
  existing: Existing | null;
  problem?: Refusal;
}

export interface Owner<Parts> {
  id: number;
  isNew: boolean;
  parts: Parts;
}

interface Judged<Parts> {
  values: Values;
  parts?: Parts | null;
  /** The row changes own fields. */
  isOwnOther?: boolean;
}

type Placed<Existing, Parts> = Judged<Parts> & { existing: Existing | null };

/** A row that is a part of a record that an earlier row means. */
interface Joined<Parts> {
  /** Known when the records of the block are written. */
  ownerOf: () => Omit<Owner<Parts>, 'parts'>;
  /** Null where it changes nothing. */
  parts: Parts | null;
}

interface Block<Existing, Parts> {
  added: Judged<Parts>[];
  joined: Joined<Parts>[];
  changed: (Judged<Parts> & { existing: Existing; isOther: boolean })[];
}

/** Imports block by block: checks each row, also against the database, counts it and writes. */
export function importWriter<Existing extends ExistingRecord, Parts>(
  run: Run,
  heading: Heading,
  plan: FilePlan<Existing, Parts>,
): RowTaker {
  const { report, dryRun } = run;
  const check = rowCheck(heading, plan.meaning);
  const judge = rowJudge(run, heading, plan);
  const { own } = run;
  const store = recordStore(run, own.length > 0 ? withOwnTarget(plan) : plan);
  let writing = Promise.resolve();
  const take = async (rows: readonly CsvRow[]) => {
    const checked = rows.map((row) => ({ row, result: check(row) }));
    // Rows are checked while the block before is written.
    await writing;
    const good = checked.flatMap(({ result }) =>
      result === null || Array.isArray(result) ? [] : [result],
    );
    const found = await plan.match(good);
    const ownValues = await ownValuesOf(run, plan, found);
    const matches = found.values();
    const block: Block<Existing, Parts> = { added: [], changed: [], joined: [] };
    for (const { row, result } of checked) {
      if (result === null) report.leaveOut(row);
      else if (Array.isArray(result)) report.refuse(row, result);
      else {
        const match = matches.next().value ?? { keys: [], existing: null };
        const verdict = await judge(result, match, ownValues);
        if (Array.isArray(verdict)) report.refuse(row, verdict);
        else {
          report.noteChanges(result.remarks);
          if ('ownerOf' in verdict) {
            if (verdict.parts === null) report.count('unchanged');
            else report.contacts += 1;
            block.joined.push(verdict);
          } else report.count(placed(plan, block, { existing: match.existing, ...verdict }));
        }
      }
    }
    if (dryRun) return;
    writing = store.write(block);
    // The next await reports it; until then it must not count as an unhandled rejection.
    writing.catch(() => undefined);
  };
  return {
    take,
    finish: async () => {
      await writing;
      await store.finish();
    },
    settled: () => writing.catch(() => undefined),
  };
}

/** The plan with the column of own fields. */
function withOwnTarget<Existing extends ExistingRecord, Parts>(
  plan: FilePlan<Existing, Parts>,
): FilePlan<Existing, Parts> {
  return {
    ...plan,
    columns: [...plan.columns, 'custom'],
    targets: [...plan.targets, ownTarget],
  };
}

type OwnValues = ReadonlyMap<number, CustomValues>;

async function ownValuesOf<Existing extends ExistingRecord, Parts>(
  { session: { trx }, own }: Run,
  { table }: FilePlan<Existing, Parts>,
  matches: readonly Match<Existing>[],
): Promise<OwnValues> {
  if (own.length === 0) return new Map();
  const ids = matches.flatMap(({ existing }) => (existing ? [existing.id] : []));
  return listOwnValues(trx, table, ids);
}

/** Puts a row among the new or the changed ones. */
function placed<Existing extends ExistingRecord, Parts>(
  { targets }: Pick<FilePlan<Existing, Parts>, 'targets'>,
  { added, changed }: Block<Existing, Parts>,
  { existing, values, parts = null, isOwnOther = false }: Placed<Existing, Parts>,
): 'created' | 'changed' | 'unchanged' {
  if (existing === null) {
    added.push({ values, parts });
    return 'created';
  }
  const isOther =
    isOwnOther ||
    targets.some(
      ({ column }) => values[column] !== undefined && values[column] !== existing[column],
    );
  if (!isOther && parts === null) return 'unchanged';
  changed.push({ existing, values, parts, isOther });
  return 'changed';
}

function withoutStandIns({ standIns = [], values, ...row }: CheckedRow): CheckedRow {
  return { ...row, values: standIns.length === 0 ? values : without(values, standIns) };
}

function without(values: Values, names: readonly (string | null)[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** A text that today's rule refuses stays if the known record has it (docs/product/wire.md#fields-and-text). */
function withoutStored(
  sent: CheckedRow,
  existing: ExistingRecord | null,
): CheckedRow | RowProblem[] {
  if (!sent.doubts) return sent;
  const { doubts, ...row } = sent;
  const record = existing?.is_read === false ? null : existing;
  const isStored = (name: string | null) => name !== null && record?.[name] === row.values[name];
  const wrong = doubts.filter(({ field }) => !isStored(field));
  if (wrong.length > 0) return wrong;
  const names = doubts.map(({ field }) => field);
  return { ...row, values: without(row.values, names) };
}

/** Refuses what no row of the kind may say, then asks the kind. */
function rowJudge<Existing extends ExistingRecord, Parts>(
  { report, own }: Run,
  heading: Heading,
  { format: standard, key: { field, noun }, judge }: FilePlan<Existing, Parts>,
) {
  const format = withOwnColumns(standard, ownColumns(own));
  const missing = missingForNew(heading, format);
  const lenient = new Map(
    heading.columns.flatMap(({ name, field: { label }, isLenient, isMinor }) =>
      isLenient && isMinor ? [[name, label] as const] : [],
    ),
  );
  /** Judges a row again without the values that are left empty where they would refuse it. */
  const judgeLeniently = async (
    row: CheckedRow,
    existing: Existing | null,
  ): Promise<Verdict<Parts>> => {
    const verdict = await judge(row, existing);
    if (!Array.isArray(verdict)) return verdict;
    const names = verdict.map((refusal) => refusal.field);
    const labels = names.map((name) => lenient.get(name ?? ''));
    if (labels.includes(undefined) || names.some((name) => !(name && name in row.values))) {
      return verdict;
    }
    const remarks = names.map((name, at) => ({
      change: 'left_empty' as const,
      label: labels[at] ?? '',
      text: String(row.values[name ?? ''] ?? ''),
    }));
    const other = await judgeLeniently({ ...row, values: without(row.values, names) }, existing);
    if (!Array.isArray(other)) report.noteChanges(remarks);
    return other;
  };
  // By key: the line on which a record was first seen.
  const lines = new Map<string, number>();
  return async (
    given: CheckedRow,
    { keys, existing, problem }: Match<Existing>,
    ownValues: OwnValues,
  ) => {
    const { row: split, sent } = splitRow(given);
    const row = withoutStored(split, existing);
    if (Array.isArray(row)) return row;
    const before = existing ? (ownValues.get(existing.id) ?? {}) : null;
    const ours = own.length > 0 ? judgeOwn(own, sent, before) : null;
    if (problem) return withValues(row, [problem]);
    const first = keys.map((key) => lines.get(key)).find((line) => line !== undefined);
    if (first !== undefined) {
      report.doubled += 1;
      const message = `Duplicate ${noun}: already on line ${first}`;
      return [{ field, value: row.key || null, message }];
    }
    if (existing === null && missing.length > 0) return withValues(row, missing);
    const verdict = await judgeLeniently(existing ? withoutStandIns(row) : row, existing);
    if (Array.isArray(verdict)) return withValues(row, verdict);
    if (Array.isArray(ours)) return withDoubts(given, ours);
    for (const key of keys) lines.set(key, row.line);
    if (!ours || 'ownerOf' in verdict) return verdict;
    const { custom, isChange } = ours;
    return { ...verdict, values: { ...verdict.values, custom }, isOwnOther: isChange };
  };
}

function withValues({ values }: CheckedRow, refusals: readonly Refusal[]): RowProblem[] {
  return refusals.map((refusal) => {
    const sent = values[refusal.field ?? ''] ?? null;
    return { value: sent === null ? null : String(sent), ...refusal };
  });
}

/** The problems of own fields, with the texts of the file. */
function withDoubts(row: CheckedRow, refusals: readonly Refusal[]): RowProblem[] {
  return withValues(row, refusals).map(
    (problem) => row.doubts?.find(({ field }) => field === problem.field) ?? problem,
  );
}

/**
 * Writes new records block by block, and stages changes: they are written at the end, so that records are locked for a
 * short time, in the order of their ids.
 */
function recordStore<Existing extends ExistingRecord, Parts>(
  { session, context, openBatch }: Run,
  plan: FilePlan<Existing, Parts>,
) {
  const { trx } = session;
  const { table, columns, targets, complete = (rows) => Promise.resolve(rows) } = plan;
  const { atOnce = Number.POSITIVE_INFINITY } = plan;
  const staged = targets.filter(({ isDerived = false }) => !isDerived);
  const now = context.now.toISOString();
  let created = 0;
  let changed = 0;

  const add = async (added: Block<Existing, Parts>['added']): Promise<readonly Values[]> => {
    if (added.length === 0) return [];
    created += added.length;
    const all: Values[] = [];
    for (let at = 0; at < added.length; at += atOnce) {
      const rows = await complete(added.slice(at, at + atOnce).map(({ values }) => values));
      const lines = rows.map((row) => copyLine([...columns.map((name) => row[name]), now, now]));
      await session.copyIn(copyInto(table, columns), lines.join(''));
      all.push(...rows);
    }
    return all;
  };
  const stageChanges = async (others: Block<Existing, Parts>['changed']) => {
    if (others.length === 0) return;
    if (changed === 0) await createStage(trx, table, staged);
    changed += others.length;
    const valueOf = ({ existing, values }: (typeof others)[number]) => {
      return ({ column, keeps = false }: Target) =>
        values[column] === undefined && !keeps ? existing[column] : values[column];
    };
    const lines = others.map((row) => copyLine([row.existing.id, ...staged.map(valueOf(row))]));
    await session.copyIn(stage, lines.join(''));
  };
  return {
    write: async ({ added, changed: others, joined }: Block<Existing, Parts>) => {
      const rows = await add(added);
      await stageChanges(others.filter(({ isOther }) => isOther));
      const owners = [
        ...added.map(({ parts }, at) => ({ id: Number(rows[at]?.['id']), isNew: true, parts })),
        ...others.map(({ existing, parts }) => ({ id: existing.id, isNew: false, parts })),
        ...joined.map(({ ownerOf, parts }) => ({ ...ownerOf(), parts })),
      ].flatMap(({ parts, ...owner }) => (parts ? [{ ...owner, parts }] : []));
      const stored = owners.length > 0 ? await plan.writeParts?.(owners) : undefined;
      if (stored) await keepBatchRows({ trx, context }, await openBatch(), stored);
    },
    finish: async () => {
      if (created > 0)
        await keepBatchRowsOf(trx, await openBatch(), createdRows(plan, context.now));
      if (changed === 0) return;
      await lockStaged(trx, table);
      await keepBatchRowsOf(trx, await openBatch(), changedRows(plan, context.now));
      await updateStaged(trx, plan, context.now);
    },
  };
}
