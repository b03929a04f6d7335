import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '~/kit/server/clock';
import { sendToUser } from '~/kit/server/database/announce';
import type { Person } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import type { Database } from '~/kit/server/database/db';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import type { Downloads } from '~/kit/server/downloads/downloads';
import { parseCell } from '~/kit/shared/csv/csv';
import { CsvReader, type CsvRow } from '~/kit/shared/csv/csv-reader';
import { type SheetCell, sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import { percentageOf } from '../imports.fields';
import { endFailed, progressOf } from './import-jobs.actions';
import {
  addJob,
  countRows,
  endJob,
  holdJob,
  keepCounts,
  nothing,
  type StartedJob,
} from './imports.queries';
import type { WholeList } from './imports.service';

export const exportTypes = { csv: 'text/csv; charset=utf-8', xlsx: sheetType };

interface Export {
  database: Database;
  downloads: Downloads;
  clock: Clock;
  person: Person;
  subject: KindWithRights;
  fileName: string;
  list: WholeList;
  isSheet: boolean;
  isPacked: boolean;
  signal: AbortSignal;
}

/**
 * A list as CSV or an Excel file, read at the database's speed; where it has a `count`, progress is reported to the
 * owner's browsers.
 */
export async function exportList(request: Export): Promise<Readable> {
  const { database, downloads, clock, person, subject, fileName: file_name, list } = request;
  const who = person.id;
  // Before there is a job: one that only waits would be taken for that of a server that is gone.
  const end = await downloads.beginExport({ who, signal: request.signal });
  try {
    const head = {
      user_id: who,
      kind: 'export',
      subject,
      file_name,
      dry_run: false,
      total: 0,
    } as const;
    const job = list.count ? await addJob(database.db, head, clock.now()) : null;
    const out = request.isPacked
      ? createGzip({ level: 2 })
      : new PassThrough({ highWaterMark: 262_144 });
    void copyList(request, job, out)
      .catch(async (error: unknown) => {
        out.destroy(error instanceof Error ? error : new Error('The export was interrupted'));
        const ending = { error: 'Export failed. Please try again.', now: clock.now() };
        // Without the database this fails too; the job is then ended as abandoned.
        if (job) {
          const fail = (trx: Transaction) => endFailed(trx, job, ending);
          await inTransaction(database.db, fail).catch(() => undefined);
        }
      })
      .finally(end);
    return downloads.send(out, { who });
  } catch (error) {
    end();
    throw error;
  }
}

async function copyList(request: Export, job: StartedJob | null, out: Transform): Promise<void> {
  const { statement, columns } = request.list;
  await inCopyTransaction(request.database, async ({ trx, copyOut }) => {
    const progress = job && (await exportProgress(trx, request, job));
    const lines = copyOut(statement);
    if (progress) lines.on('data', progress.count);
    if (request.isSheet) {
      await pipeline(lines, (pieces: AsyncIterable<Buffer>) => sheetOf(pieces, columns), out);
    } else await pipeline(lines, out);
    await progress?.end();
  });
}

const pulseMs = 200;
const lineFeed = 0x0a;

/** Counts lines as they pass (too many where text has line breaks) and reports progress five times a second. */
async function exportProgress(
  trx: Transaction,
  { database, clock, list }: Export,
  job: StartedJob,
) {
  await holdJob(trx, job);
  const total = list.count ? await countRows(trx, list.count) : 0;
  const countsAt = (processed: number) => ({ ...nothing, processed });
  let lines = -1;
  let last = clock.now().getTime();
  let reporting = Promise.resolve();
  const reportProgress = async (processed: number): Promise<void> => {
    const counts = countsAt(processed);
    await keepCounts(database.db, job, { counts, now: clock.now() });
    const progress = progressOf(job, counts, {
      total,
      percentage: percentageOf({ processed, total }),
    });
    await sendToUser(database.db, job.user_id, 'export-progress', progress);
  };
  return {
    count: (piece: Buffer): void => {
      for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1))
        lines += 1;
      const now = clock.now().getTime();
      if (now - last < pulseMs) return;
      last = now;
      // A failure to report progress must not fail the export.
      reporting = reportProgress(Math.min(lines, total)).catch(() => undefined);
    },
    end: async () => {
      await reporting;
      const counts = countsAt(total);
      const complete = progressOf(job, counts);
      await endJob(trx, job, { status: 'done', counts, now: clock.now() });
      await sendToUser(trx, job.user_id, 'export-progress', complete);
      await sendToUser(trx, job.user_id, 'export-complete', {
        ...complete,
        file_name: job.file_name,
      });
    },
  };
}

type Columns = WholeList['columns'];

async function* sheetOf(lines: AsyncIterable<Buffer>, columns: Columns) {
  const rows = rowsOf(lines);
  const header = (await rows.next()).value as CsvRow | undefined;
  const cells = async function* () {
    for await (const row of rows) yield cellsOf(row, columns);
  };
  yield* sheetFile({ titles: header?.cells ?? [], rows: cells() });
}

async function* rowsOf(lines: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder();
  const reader = new CsvReader(',');
  for await (const piece of lines) yield* reader.push(decoder.decode(piece, { stream: true }));
  yield* reader.end();
}

function cellsOf({ cells }: CsvRow, columns: Columns): SheetCell[] {
  return columns.map(({ field }, at) => parseCell(field, cells[at] ?? '') as SheetCell);
}
