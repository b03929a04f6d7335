import type { TableFile } from '~/kit/server/files/table-file';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { type Mapping, readHeading } from '../headings.rules';
import type { RowError } from '../imports.fields';
import { asRefused } from './import-files.steps';
import type { ImportKind, RowTaker, Run } from './imports.service';

/** Small enough that other requests are answered in between, large enough for an efficient COPY. */
const blockRows = 2000;

/** What is read, and as what. */
export interface Reading {
  kind: Pick<ImportKind, 'format' | 'open'>;
  table: TableFile;
  mapping: Mapping | null;
}

/**
 * Reads the whole file in the session's transaction, block by block. `pause` is called after each block; if it throws, the import ends and is rolled back.
 */
export function readRows(reading: Reading, run: Run, pause: () => Promise<void>): Promise<void> {
  return asRefused(() => readBlocks(reading, run, pause));
}

async function readBlocks(
  { kind, table, mapping }: Reading,
  run: Run,
  pause: () => Promise<void>,
): Promise<void> {
  const { format, open } = kind;
  const { report } = run;
  let rows: RowTaker | null = null;
  try {
    for await (const block of table.blocks(blockRows)) {
      let body = block;
      if (!rows) {
        const [header = emptyRow, ...others] = block;
        const heading = readHeading(header, format, mapping);
        if (table.isBinary && !heading.isUsable) return report.refuseFile(unreadable(notCsv));
        if (header.problem !== undefined) return report.refuseFile(unreadable(header.problem));
        report.begin(header, heading);
        if (!heading.isUsable) return;
        rows = await open(run, heading);
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
