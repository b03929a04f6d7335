import { type CopySession, copyLine } from '~/kit/server/copy';
import { type CsvFile, readCsv } from '~/kit/server/csv-stream';
import type { Db } from '~/kit/server/db';
import type { Write } from '~/kit/server/write';
import type { CsvRow } from '~/kit/shared/csv-reader';
import type { RowError } from '../imports.fields';
import {
  type CheckedRow,
  type Heading,
  missingForNew,
  type RowCheck,
  readHeading,
  rowCheck,
} from '../imports.rules';
import { csvColumns } from '../products.columns';
import { type GroupIds, groupNames, type GroupNames } from './import-groups.service';
import type { ImportReport } from './import-report.service';
import {
  copyProducts,
  countChanges,
  createStage,
  findBySkus,
  type KnownProduct,
  mergeStage,
  skuKeys,
  stageProducts,
  type Target,
  targetsOf,
} from './import-rows.queries';

/** Small enough that other calls are answered in between, large enough that a COPY is worth its while. */
const blockRows = 2000;

interface Run {
  session: CopySession;
  context: Write['context'];
  /** Another connection: what is there is looked up while the one of the session still writes. */
  db: Db;
  dryRun: boolean;
  report: ImportReport;
}

/**
 * Reads the file to its end in the session's transaction: new products go in block by block, known ones wait in a stage
 * and are merged last. `pause` is called after each block; what it throws ends the import and undoes all of it.
 */
export async function readProducts(
  run: Run,
  file: CsvFile,
  pause: () => Promise<void>,
): Promise<void> {
  const { report } = run;
  let rows: RowTaker | null = null;
  try {
    for await (const block of readCsv(file, blockRows)) {
      let body = block;
      if (!rows) {
        const [header = emptyRow, ...others] = block;
        const heading = readHeading(header);
        if (file.binary && !heading.isUsable) return report.refuseFile(unreadable(notCsv));
        report.begin(header, heading);
        if (!heading.isUsable) return;
        rows = await RowTaker.open(run, heading);
        body = others;
      }
      await rows.take(body);
      report.counts.processed += body.length;
      await pause();
    }
    if (!rows) return report.refuseFile(unreadable('The file is empty'));
    await rows.finish();
  } finally {
    // What is still being written would otherwise meet a transaction that is rolled back already.
    await rows?.settled();
  }
}

const emptyRow: CsvRow = { line: 1, cells: [] };

const notCsv = 'This is not a CSV file';

function unreadable(message: string): RowError {
  return { row: 1, field: null, value: null, message };
}

/** Checks rows, tells new products from known ones, and has both written. */
class RowTaker {
  // By key, the line on which an SKU was seen first.
  private readonly seen = new Map<string, number>();
  private writing: Promise<void> = Promise.resolve();
  private staged = 0;
  private readonly check: RowCheck;
  private readonly targets: readonly Target[];
  private readonly newColumns: readonly string[];

  private constructor(
    private readonly run: Run,
    heading: Heading,
    private readonly groups: GroupNames,
  ) {
    const names = heading.columns.map((column) => column.name);
    this.check = rowCheck(heading);
    const all = targetsOf(names);
    this.newColumns = [...all.map(({ column }) => column), 'created_at', 'updated_at'];
    // The SKU says whose row it is; its spelling is no change.
    this.targets = all.filter(({ column }) => column !== 'sku_code');
  }

  static async open(run: Run, heading: Heading): Promise<RowTaker> {
    const write = { trx: run.session.trx, context: run.context };
    const taker = new RowTaker(run, heading, await groupNames(write, run));
    if (taker.targets.length > 0) await createStage(write.trx, taker.targets);
    return taker;
  }

  async take(rows: readonly CsvRow[]): Promise<void> {
    const refusals: { row: CsvRow; errors: readonly RowError[] }[] = [];
    const checked: { row: CsvRow; good: CheckedRow }[] = [];
    for (const row of rows) {
      const result = this.check(row);
      if (Array.isArray(result)) refusals.push({ row, errors: result });
      else checked.push({ row, good: result });
    }
    const { db } = this.run;
    const keys = await skuKeys(
      db,
      checked.map(({ good }) => good.sku),
    );
    const known = await findBySkus(db, keys);
    const lines = { added: [] as string[], staged: [] as string[] };
    for (const [at, { row, good }] of checked.entries()) {
      const errors = await this.place(good, keys[at] ?? '', { known, lines });
      if (errors.length > 0) refusals.push({ row, errors });
    }
    refusals.sort((one, other) => one.row.line - other.row.line);
    for (const { row, errors } of refusals) this.run.report.refuse(row, errors);
    await this.write(lines);
  }

  /** Puts the row on one of the two piles, or says why not. */
  private async place(
    row: CheckedRow,
    key: string,
    piles: { known: ReadonlyMap<string, KnownProduct>; lines: Piles },
  ): Promise<readonly RowError[]> {
    const first = this.seen.get(key);
    if (first !== undefined) {
      const message = `This SKU code is in the file already, on line ${first}`;
      return [{ row: row.line, field: 'sku_code', value: row.sku, message }];
    }
    const known = piles.known.get(key);
    const missing = known ? [] : missingForNew(row);
    if (missing.length > 0) return missing;
    const ids = await this.groups.resolve(row, known);
    if ('message' in ids) return [ids];
    this.seen.set(key, row.line);
    if (!known) piles.lines.added.push(this.newLine(row, ids));
    else piles.lines.staged.push(copyLine([known.id, ...this.valuesOf(row, ids, this.targets)]));
    return [];
  }

  private newLine(row: CheckedRow, ids: GroupIds): string {
    const values = this.newColumns.map((column) => {
      if (column === 'created_at' || column === 'updated_at')
        return this.run.context.now.toISOString();
      return cellValue(row, ids, column) ?? initials.get(column);
    });
    return copyLine(values);
  }

  private valuesOf(row: CheckedRow, ids: GroupIds, targets: readonly Target[]): unknown[] {
    return targets.map(({ column }) => cellValue(row, ids, column));
  }

  /** One block is written while the next one is read. */
  private async write({ added, staged }: Piles): Promise<void> {
    await this.writing;
    const { session, dryRun, report } = this.run;
    report.counts.created += added.length;
    this.staged += staged.length;
    this.writing = (async () => {
      if (added.length > 0 && !dryRun)
        await copyProducts(session, { columns: this.newColumns, lines: added.join('') });
      if (staged.length > 0 && this.targets.length > 0)
        await stageProducts(session, staged.join(''));
    })();
    // Whoever awaits it next is told; until then it must not count as unheard.
    this.writing.catch(() => undefined);
  }

  /** Nothing is being written any more, whether it went well or not. */
  async settled(): Promise<void> {
    await this.writing.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.writing;
    const { session, context, dryRun, report } = this.run;
    const { targets } = this;
    if (this.staged > 0 && targets.length > 0) {
      report.counts.updated = dryRun
        ? await countChanges(session.trx, targets)
        : await mergeStage(session.trx, { targets, now: context.now });
    }
    report.counts.unchanged = this.staged - report.counts.updated;
  }
}

interface Piles {
  added: string[];
  staged: string[];
}

const initials = new Map(csvColumns.map((column) => [column.name, column.initial]));

function cellValue(row: CheckedRow, ids: GroupIds, column: string): unknown {
  return column in ids ? ids[column as keyof GroupIds] : row.values[column];
}
