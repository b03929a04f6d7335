import type { Person } from '~/kit/server/database/context';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { RowError } from '../imports.fields';
import { type CheckedRow, type RowCheck, rowCheck } from '../csv-files.rules';
import { type Heading, missingForNew } from '../headings.rules';
import { finenessCheck, type FinenessCheck, unitMeaning } from '../imports.rules';
import { keepBatchRowsOf } from '~/modules/records/batches/server/batches.service';
import type { PriceDecimals } from '~/modules/organization/company/prices.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Fineness } from '~/modules/catalogue/tax/units.rules';
import { heldUnits } from '~/modules/catalogue/tax/server/units.service';
import { type GroupIds, groupNames, type GroupNames } from './import-groups.steps';
import { linePlan, type LinePlan } from './import-lines.steps';
import {
  copyProducts,
  countChanges,
  createdRows,
  createStage,
  findBySkus,
  type KnownProduct,
  lockStaged,
  mergedRows,
  mergeStage,
  skuKeys,
  stageProducts,
} from './import-rows.queries';
import type { ImportKind, RowTaker, Run } from './imports.service';
import { productFormat, sampleCsv } from '../products.csv';
import { describeMove } from '../../stock/server/movements.queries';

/** Products: new ones are inserted block by block, those that are there are staged and merged at the end. */
export const productImports: ImportKind = {
  subject: 'products',
  tag: 'Products',
  format: productFormat,
  sample: sampleCsv,
  errors: [],
  begin: (trx, person) => describeMove(trx, moveNote(person)),
  open: (run, heading) => ProductImporter.open(run, heading),
};

function moveNote(person: Person) {
  return {
    type: 'import',
    reason: 'CSV import',
    notes: null,
    order_id: null,
    created_by: person.id,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
    allow_negative: false,
  } as const;
}

/** Checks rows, separates new products from existing ones, and writes both. */
class ProductImporter implements RowTaker {
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
    this.check = rowCheck(heading, productFormat, unitMeaning(units.map(({ code }) => code)));
    this.fineness = finenessCheck(heading, units, decimals);
    this.missing = missingForNew(heading, productFormat);
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
      checked.map(({ good }) => good.key),
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
      const message = `Duplicate SKU code: already used on line ${first}`;
      return [{ row: row.line, field: 'sku_code', value: row.key, message }];
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
    const { report } = this.run;
    await this.keepCreated();
    const isChange = this.staged > 0 && this.lines.targets.length > 0;
    const changed = isChange ? await this.merge() : 0;
    report.counts.updated = this.staged;
    report.counts.unchanged = this.staged - changed;
  }

  /** Before the merge: until then this transaction has changed no product. */
  private async keepCreated(): Promise<void> {
    const { session, dryRun, report, batch } = this.run;
    if (dryRun || report.counts.created === 0) return;
    await keepBatchRowsOf(session.trx, await batch.id(), createdRows());
  }

  private async merge(): Promise<number> {
    const { session, context, dryRun, batch } = this.run;
    const { trx } = session;
    const { targets } = this.lines;
    if (!dryRun) await lockStaged(trx);
    const changed = await countChanges(trx, targets);
    if (dryRun || changed === 0) return changed;
    const merge = { targets, now: context.now };
    await keepBatchRowsOf(trx, await batch.id(), mergedRows(merge));
    await mergeStage(trx, merge);
    return changed;
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
