import type { Write } from '~/kit/server/database/context';
import type { CopySession } from '~/kit/server/database/copy';
import { type CsvFile, readCsv } from '~/kit/server/files/csv-stream';
import type { Db } from '~/kit/server/database/db';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { RowError } from '../imports.fields';
import {
  type CheckedRow,
  finenessCheck,
  type FinenessCheck,
  type Heading,
  missingForNew,
  type RowCheck,
  readHeading,
  rowCheck,
} from '../imports.rules';
import type { PriceDecimals } from '~/modules/company/prices.rules';
import { getSettings } from '~/modules/company/server/settings.service';
import { type Fineness, unitOf } from '~/modules/tax/units.rules';
import { heldUnits } from '~/modules/tax/server/units.service';
import { type GroupIds, groupNames, type GroupNames } from './import-groups.steps';
import { linePlan, type LinePlan } from './import-lines.steps';
import type { ImportReport } from './import-report.steps';
import {
  copyProducts,
  countChanges,
  createStage,
  findBySkus,
  type KnownProduct,
  mergeStage,
  skuKeys,
  stageProducts,
} from './import-rows.queries';

/** Small enough that other requests are answered in between, large enough for an efficient COPY. */
const blockRows = 2000;

interface Run {
  session: CopySession;
  context: Write['context'];
  /** A second connection: reads existing products while the session's connection writes. */
  db: Db;
  dryRun: boolean;
  report: ImportReport;
}

/**
 * Reads the whole file in the session's transaction: new products are inserted block by block, existing ones are staged
 * and merged at the end. `pause` is called after each block; if it throws, the import ends and is rolled back.
 */
export async function readProducts(
  run: Run,
  file: CsvFile,
  pause: () => Promise<void>,
): Promise<void> {
  const { report } = run;
  let rows: ProductImporter | null = null;
  try {
    for await (const block of readCsv(file, blockRows)) {
      let body = block;
      if (!rows) {
        const [header = emptyRow, ...others] = block;
        const heading = readHeading(header);
        if (file.binary && !heading.isUsable) return report.refuseFile(unreadable(notCsv));
        report.begin(header, heading);
        if (!heading.isUsable) return;
        rows = await ProductImporter.open(run, heading);
        body = others;
      }
      await rows.take(body);
      report.counts.processed += body.length;
      await pause();
    }
    if (!rows) return report.refuseFile(unreadable('The file is empty'));
    await rows.finish();
  } finally {
    // Pending writes must end before the transaction is rolled back.
    await rows?.settled();
  }
}

const emptyRow: CsvRow = { line: 1, cells: [] };

const notCsv = 'This is not a CSV file';

function unreadable(message: string): RowError {
  return { row: 1, field: null, value: null, message };
}

/** Checks rows, separates new products from existing ones, and writes both. */
class ProductImporter {
  // By key: the line on which an SKU was first seen.
  private readonly seen = new Map<string, number>();
  private writing: Promise<void> = Promise.resolve();
  private waiting: Promise<ValidatedRows> | null = null;
  private staged = 0;
  private readonly check: RowCheck;
  private readonly fineness: FinenessCheck;
  private readonly missing: ReturnType<typeof missingForNew>;
  private readonly lines: LinePlan;

  private constructor(
    private readonly run: Run,
    heading: Heading,
    private readonly groups: GroupNames,
    units: readonly Fineness[],
    decimals: PriceDecimals,
  ) {
    this.check = rowCheck(heading, unitOf(units.map(({ code }) => code)));
    this.fineness = finenessCheck(heading, units, decimals);
    this.missing = missingForNew(heading);
    this.lines = linePlan(heading, run.context.now);
  }

  static async open(run: Run, heading: Heading): Promise<ProductImporter> {
    const write = { trx: run.session.trx, context: run.context };
    const units = await heldUnits(write.trx);
    const names = await groupNames(write, run);
    const { price_decimals } = await getSettings(write.trx);
    const importer = new ProductImporter(run, heading, names, units, price_decimals);
    if (importer.lines.targets.length > 0) await createStage(write.trx, importer.lines.targets);
    return importer;
  }

  async take(rows: readonly CsvRow[]): Promise<void> {
    const before = this.waiting;
    this.waiting = this.validate(rows);
    // The next await reports it; until then it must not count as an unhandled rejection.
    this.waiting.catch(() => undefined);
    if (before) await this.route(await before);
  }

  private async validate(rows: readonly CsvRow[]): Promise<ValidatedRows> {
    const refusals: Refusal[] = [];
    const checked: ValidatedRows['checked'] = [];
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
    return { refusals, checked, keys, known: await findBySkus(db, keys) };
  }

  private async route({ refusals, checked, keys, known }: ValidatedRows): Promise<void> {
    const buffers: Buffers = { added: '', addedCount: 0, staged: '', stagedCount: 0 };
    for (const [at, { row, good }] of checked.entries()) {
      const key = keys[at] ?? '';
      const found = this.routeRow(good, { key, known: known.get(key), buffers });
      const errors = found instanceof Promise ? await found : found;
      if (errors) refusals.push({ row, errors });
    }
    refusals.sort((one, other) => one.row.line - other.row.line);
    for (const { row, errors } of refusals) this.run.report.refuse(row, errors);
    await this.write(buffers);
  }

  private routeRow(row: CheckedRow, spot: Spot): RowError[] | null | Promise<null> {
    const first = this.seen.get(spot.key);
    if (first !== undefined) {
      const message = `This SKU code is in the file already, on line ${first}`;
      return [{ row: row.line, field: 'sku_code', value: row.sku, message }];
    }
    if (!spot.known && this.missing.length > 0) {
      return this.missing.map((each) => ({ row: row.line, value: null, ...each }));
    }
    const finer = this.fineness(row, spot.known);
    if (finer.length > 0) return finer;
    const ids = this.groups.resolve(this.lines.words(row), spot.known);
    if (ids instanceof Promise) return ids.then((each) => this.buffer(row, each, spot));
    if ('message' in ids) return [{ row: row.line, ...ids }];
    return this.buffer(row, ids, spot);
  }

  private buffer(row: CheckedRow, ids: GroupIds, { key, known, buffers }: Spot): null {
    this.seen.set(key, row.line);
    if (known) {
      buffers.staged += this.lines.known(known.id, row, ids);
      buffers.stagedCount += 1;
    } else {
      buffers.added += this.lines.added(row, ids);
      buffers.addedCount += 1;
    }
    return null;
  }

  /** Writes one block while the next one is read. */
  private async write({ added, addedCount, staged, stagedCount }: Buffers): Promise<void> {
    await this.writing;
    const { session, dryRun, report } = this.run;
    const { columns, targets } = this.lines;
    report.counts.created += addedCount;
    this.staged += stagedCount;
    this.writing = (async () => {
      if (addedCount > 0 && !dryRun) await copyProducts(session, { columns, lines: added });
      if (stagedCount > 0 && targets.length > 0) await stageProducts(session, staged);
    })();
    // The next await reports it; until then it must not count as an unhandled rejection.
    this.writing.catch(() => undefined);
  }

  /** Resolves when no write is pending, successful or not. */
  async settled(): Promise<void> {
    await this.waiting?.catch(() => undefined);
    await this.writing.catch(() => undefined);
  }

  async finish(): Promise<void> {
    if (this.waiting) await this.route(await this.waiting);
    await this.writing;
    const { session, context, dryRun, report } = this.run;
    const { targets } = this.lines;
    let changed = 0;
    if (this.staged > 0 && targets.length > 0) {
      changed = dryRun
        ? await countChanges(session.trx, targets)
        : await mergeStage(session.trx, { targets, now: context.now });
    }
    report.counts.updated = this.staged;
    report.counts.unchanged = this.staged - changed;
  }
}

interface Refusal {
  row: CsvRow;
  errors: readonly RowError[];
}

interface ValidatedRows {
  refusals: Refusal[];
  checked: { row: CsvRow; good: CheckedRow }[];
  keys: readonly string[];
  known: Map<string, KnownProduct>;
}

interface Buffers {
  added: string;
  addedCount: number;
  staged: string;
  stagedCount: number;
}

interface Spot {
  key: string;
  known: KnownProduct | undefined;
  buffers: Buffers;
}
