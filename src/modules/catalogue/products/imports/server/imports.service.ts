import type { Context, Person, Write } from '~/kit/server/database/context';
import type { CopySession } from '~/kit/server/database/copy';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { ErrorCode } from '~/kit/shared/error-codes';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { CsvColumn, CsvFormat, Heading } from '../headings.rules';
import type { ImportSubject } from '../imports.fields';
import type { ImportReport } from './import-report.steps';

/** One attempt to read a file, within the transaction of the session. */
export interface Run {
  session: CopySession;
  context: Write['context'];
  /** A second connection: reads what is there while the session's connection writes. */
  db: Db;
  dryRun: boolean;
  report: ImportReport;
  batch: ImportBatch;
}

/** What undoes the import; begun with the first record that is written. */
export interface ImportBatch {
  id: () => Promise<number>;
}

/** Takes the rows of a file block by block, counts them in the report of the run, and writes them unless it is a dry one. */
export interface RowTaker {
  take: (rows: readonly CsvRow[]) => Promise<void>;
  finish: () => Promise<void>;
  /** Resolves when no write is pending, successful or not. */
  settled: () => Promise<void>;
}

/** A list as lines of CSV. */
export interface WholeList {
  /** `copy … to stdout`, header first. */
  statement: SqlPart;
  columns: readonly CsvColumn[];
}

/** A kind of records that come as CSV files (docs/product/imports.md). */
export interface ImportKind {
  subject: ImportSubject;
  /** Where the description of the API lists its calls. */
  tag: string;
  format: CsvFormat;
  /** A file to fill in. */
  sample: (taxMode: Settings['tax_mode']) => string;
  /** The list that is exported as a file that imports back; products have their own export. */
  exported?: {
    windows: (context: Context) => WindowedList;
    rows: (context: Context, chosen: ChosenPart) => Promise<WholeList>;
  };
  /** Codes that an import may be refused with besides the usual ones. */
  errors: readonly ErrorCode[];
  /** Called in the transaction before the first row. */
  begin?: (trx: Transaction, person: Person) => Promise<void>;
  open: (run: Run, heading: Heading) => Promise<RowTaker>;
}

const further = new Map<ImportSubject, ImportKind>();

/** Called by src/app/modules.ts through the modules above whose records are imported. */
export function registerImports(kind: ImportKind): void {
  further.set(kind.subject, kind);
}

export function registeredImports(): ImportKind[] {
  return [...further.values()];
}
