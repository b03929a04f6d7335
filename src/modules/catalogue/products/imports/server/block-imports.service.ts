import { AppError } from '~/kit/server/errors';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { keepBatchRows } from '~/modules/records/batches/server/batches.service';
import { enforceCanWriteIn } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { CheckedRow, RowCheck } from '../csv-files.rules';
import type { RowError } from '../imports.fields';
import type { RowTaker, Run } from './imports.service';

/** Which record a row is of. */
export interface Match<Known> {
  /** Each tells the rows of one record in the file; none where each row is one of its own. */
  keys: readonly string[];
  known: Known | null;
  problem?: Pick<RowError, 'field' | 'value' | 'message'>;
}

/** How records are imported whose rows are few enough to be compared here. */
export interface BlockKind<Known extends KnownRecord, Values> {
  /** The table of the records. */
  table: string;
  labelOf: (known: Known) => string;
  check: RowCheck;
  /** The record of each row, in their order; locked unless the run is dry. */
  match: (rows: readonly CheckedRow[]) => Promise<Match<Known>[]>;
  /** What is wrong with a second row of a record. */
  again: (row: CheckedRow, firstLine: number) => RowError;
  /** The values as they are stored, all of them for a new one, or what is wrong with the row. */
  judge: (row: CheckedRow, known: Known | null) => Promise<Values | RowError[]>;
  isOther: (known: Known, values: Values) => boolean;
  /** The columns among the values of a changed record; all where there is nothing else. */
  columnsOf?: (values: Values) => object;
  write: (block: WrittenBlock<Known, Values>) => Promise<WrittenRecords>;
}

export interface KnownRecord {
  id: number;
  updated_at: string;
}

/** What was written, as the database says it. */
export interface WrittenRecords {
  created: readonly (KnownRecord & { label: string })[];
  changed: readonly KnownRecord[];
  /** What was written of their parts. */
  parts?: Parameters<typeof keepBatchRows>[2];
}

export interface WrittenBlock<Known, Values> {
  added: readonly Values[];
  changed: readonly { known: Known; values: Values }[];
}

/** Imports block by block: checks each row, against what is there too, counts it and writes. */
export function blockTaker<Known extends KnownRecord, Values extends object>(
  run: Run,
  kind: BlockKind<Known, Values>,
): RowTaker {
  const { report, dryRun } = run;
  // By key: the line on which a record was first seen.
  const seen = new Map<string, number>();
  const judge = async (row: CheckedRow, { keys, known, problem }: Match<Known>) => {
    if (problem) return [{ row: row.line, ...problem }];
    const first = keys.find((key) => seen.has(key));
    if (first !== undefined) return [kind.again(row, seen.get(first) ?? 0)];
    return kind.judge(row, known);
  };
  const take = async (rows: readonly CsvRow[]) => {
    const { refusals, checked } = checkedRows(rows, kind.check);
    const matches = await kind.match(checked.map(({ good }) => good));
    const added: Values[] = [];
    const changed: { known: Known; values: Values }[] = [];
    for (const [at, { row, good }] of checked.entries()) {
      const match = matches[at] ?? { keys: [], known: null };
      const values = await judge(good, match);
      if (Array.isArray(values)) {
        refusals.push({ row, errors: values });
        continue;
      }
      const { keys, known } = match;
      for (const key of keys) seen.set(key, row.line);
      if (known === null) added.push(values);
      else if (kind.isOther(known, values)) changed.push({ known, values });
      else report.counts.unchanged += 1;
      report.counts.updated += known === null ? 0 : 1;
    }
    report.counts.created += added.length;
    refusals.sort((one, other) => one.row.line - other.row.line);
    for (const { row, errors } of refusals) report.refuse(row, errors);
    if (dryRun || added.length + changed.length === 0) return;
    await keepBlock(run, kind, { changed, written: await kind.write({ added, changed }) });
  };
  return { take, finish: async () => undefined, settled: async () => undefined };
}

interface Keeping<Known, Values> {
  changed: WrittenBlock<Known, Values>['changed'];
  written: WrittenRecords;
}

/** Keeps what the records were, so that the import can be undone. */
async function keepBlock<Known extends KnownRecord, Values extends object>(
  { session: { trx }, context, batch }: Run,
  { table: entity, labelOf, columnsOf = same }: BlockKind<Known, Values>,
  { changed, written }: Keeping<Known, Values>,
): Promise<void> {
  const versions = new Map(written.changed.map(({ id, updated_at }) => [id, updated_at]));
  const created = written.created.map(({ id, label, updated_at }) => ({
    entity,
    record_id: id,
    label,
    before: null,
    after: { updated_at },
  }));
  const own = changed.filter(({ known }) => versions.has(known.id));
  const others = own.map(({ known, values }) => {
    const columns = columnsOf(values);
    const before = Object.fromEntries(
      Object.keys(columns).map((name) => [name, (known as Record<string, unknown>)[name]]),
    );
    return {
      entity,
      record_id: known.id,
      label: labelOf(known),
      before: { ...before, updated_at: known.updated_at },
      after: { ...columns, updated_at: versions.get(known.id) ?? known.updated_at },
    };
  });
  await keepBatchRows({ trx, context }, await batch.id(), [
    ...created,
    ...others,
    ...(written.parts ?? []),
  ]);
}

function same<Values extends object>(values: Values): object {
  return values;
}

interface Refusal {
  row: CsvRow;
  errors: readonly RowError[];
}

function checkedRows(rows: readonly CsvRow[], check: RowCheck) {
  const refusals: Refusal[] = [];
  const checked: { row: CsvRow; good: CheckedRow }[] = [];
  for (const row of rows) {
    const result = check(row);
    if (Array.isArray(result)) refusals.push({ row, errors: result });
    else checked.push({ row, good: result });
  }
  return { refusals, checked };
}

/** Whether the person may change records of a workspace; each is asked about once. */
export function writableIn({
  session,
  context,
}: Run): (workspace: number | null) => Promise<boolean> {
  const known = new Map<number, boolean>();
  return async (workspace) => {
    if (workspace === null) return true;
    const before = known.get(workspace);
    if (before !== undefined) return before;
    const may = await enforceCanWriteIn({ trx: session.trx, context }, [workspace]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    known.set(workspace, may);
    return may;
  };
}
