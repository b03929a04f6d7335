import type { Context, Write } from '~/kit/server/database/context';
import { type CopySession, csvCell } from '~/kit/server/database/copy';
import type { SqlPart } from '~/kit/server/database/db';
import { ownColumn } from '~/kit/server/lists/long-list';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import type { CustomField } from '~/modules/records/custom-fields/custom-fields.fields';
import type { CsvColumn, CsvFormat } from '../formats.rules';
import type { Heading } from '../heading.rules';
import type { ImportReport } from './import-report.internal';

/** One attempt to read a file, within the transaction of the session. */
export interface Run {
  session: CopySession;
  context: Write['context'];
  dryRun: boolean;
  /** The past day that the file counts as of; null for now. */
  asOf: Day | null;
  /** Further rows of a company are its contacts. */
  onePerCompany: boolean;
  report: ImportReport;
  /** The batch that undoes the import; opened with the first record that is written. */
  openBatch: () => Promise<number>;
  /** The company's own fields of the kind. */
  own: readonly CustomField[];
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
  /** Gives the number of lines as `count`, for an export that reports its progress. */
  count?: SqlPart;
}

/** A kind of records that are imported and exported as CSV and Excel files (docs/product/imports.md). */
export interface ImportKind {
  subject: KindWithRights;
  /** What a file has, where that is not all records of the kind. */
  what?: string;
  format: CsvFormat;
  /** A file to fill in. */
  sample: (taxMode: Settings['tax_mode']) => string;
  /** The list that is exported as a file that imports back. */
  exported?: {
    windows: (context: Context) => WindowedList;
    rows: (
      context: Context,
      chosen: ChosenPart,
      own: readonly CsvColumn[],
    ) => WholeList | Promise<WholeList>;
  };
  /** A file can count as of a past day. */
  takesDay?: boolean;
  /** Further rows of a company can become its contacts. */
  takesCompanies?: boolean;
  /** Called in the transaction before the first row. */
  begin?: (write: Write, asOf: Day | null) => Promise<void>;
  /** Usually an `importWriter`. */
  open: (run: Run, heading: Heading) => Promise<RowTaker>;
}

const kinds = new Map<string, ImportKind>();

/** Called by src/app/modules.ts through the modules whose records are imported. */
export function registerImports(kind: ImportKind): void {
  kinds.set(kind.subject, kind);
}

export function importKinds(): ImportKind[] {
  return [...kinds.values()];
}

/** The cells of the company's own fields of records `t`, behind those of a list. */
export function ownCells(own: readonly CsvColumn[]): SqlPart[] {
  return own.map((column) => csvCell(column, ownColumn(column.name, column.field)));
}
