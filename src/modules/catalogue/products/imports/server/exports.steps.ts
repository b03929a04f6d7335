import type { Readable, Transform } from 'node:stream';
import type { Clock } from '~/kit/server/clock';
import type { Person } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import type { Database, Db } from '~/kit/server/database/db';
import type { Downloads } from '~/kit/server/downloads/downloads';
import type { Chosen } from '~/kit/server/lists/windows';
import { sendToUser } from '~/kit/server/database/announce';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { exportColumns } from '../products.csv';
import { percentageOf, type Progress } from '../imports.fields';
import { chosenProducts, countProducts, productsAsCsv } from './exports.queries';
import { type ExportFormat, exportTarget, packs, writeExport } from './export-files.steps';
import { addJob, type Counts, endJob, holdJob, keepCounts } from './imports.queries';

interface Export {
  database: Database;
  downloads: Downloads;
  clock: Clock;
  person: Person;
  fileName: string;
  taxMode: Settings['tax_mode'];
  client: { packs: boolean; signal: AbortSignal };
  chosen: Chosen;
  format: ExportFormat;
}

const nothing: Counts = { processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
const pulseMs = 200;
const lineFeed = 0x0a;

/**
 * The chosen products as CSV or an Excel file, packed when the client takes that, read at the database's speed; reports progress to the
 * owner's browsers.
 */
export async function exportProducts(wanted: Export): Promise<Readable> {
  const { downloads, person, client } = wanted;
  const who = person.id;
  // Before there is a job: one that only waits would be taken for that of a server that is gone.
  const end = await downloads.beginExport({ who, signal: client.signal });
  try {
    const jobId = await addExport(wanted);
    const out = exportTarget(packs(wanted.format, client));
    void copyAll({ ...wanted, jobId }, out)
      .catch(async (error: unknown) => {
        out.destroy(error instanceof Error ? error : new Error('The export broke off'));
        // Without the database this fails too; the job is then ended as abandoned.
        await tellOfFailure(wanted, jobId).catch(() => undefined);
      })
      .finally(end);
    return downloads.send(out, { who });
  } catch (error) {
    end();
    throw error;
  }
}

async function addExport({ database, clock, person, fileName }: Export): Promise<number> {
  return addJob(database.db, {
    userId: person.id,
    kind: 'export',
    subject: 'products',
    fileName,
    total: 0,
    dryRun: false,
    now: clock.now(),
  });
}

async function copyAll(wanted: Export & { jobId: number }, out: Transform): Promise<void> {
  const { database, clock, person, jobId } = wanted;
  await inCopyTransaction(database, async ({ trx, copyOut }) => {
    await holdJob(trx, jobId);
    const products = await chosenProducts(trx, wanted.chosen);
    const total = await countProducts(trx, products);
    const pulse = exportPulse({ ...wanted, total });
    const columns = exportColumns(wanted.taxMode);
    const lines = copyOut(productsAsCsv(products, columns));
    lines.on('data', pulse.hear);
    await writeExport(lines, out, { format: wanted.format, columns });
    await pulse.settled();
    const counts = { ...nothing, processed: total };
    await endJob(trx, jobId, { status: 'done', counts, now: clock.now() });
    await sendToUser(trx, person.id, 'export-progress', progressOf(jobId, total, total));
    await sendToUser(trx, person.id, 'export-complete', {
      ...progressOf(jobId, total, total),
      file_name: wanted.fileName,
    });
  });
}

/** Counts lines as they pass (too many where text has line breaks) and reports progress five times a second. */
function exportPulse(wanted: Export & { jobId: number; total: number }) {
  const { database, clock, person, jobId, total } = wanted;
  let lines = -1;
  let last = clock.now().getTime();
  let telling = Promise.resolve();
  const tell = async (db: Db, processed: number): Promise<void> => {
    await keepCounts(db, jobId, { counts: { ...nothing, processed }, now: clock.now() });
    await sendToUser(db, person.id, 'export-progress', progressOf(jobId, processed, total));
  };
  return {
    hear: (piece: Buffer): void => {
      for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1))
        lines += 1;
      const now = clock.now().getTime();
      if (now - last < pulseMs) return;
      last = now;
      // A failure to report progress must not fail the export.
      telling = tell(database.db, Math.min(lines, total)).catch(() => undefined);
    },
    settled: () => telling,
  };
}

function progressOf(jobId: number, processed: number, total: number): Progress {
  const percentage = total === 0 ? 100 : percentageOf({ processed, total });
  return {
    job_id: jobId,
    subject: 'products',
    processed,
    total,
    percentage,
    created: 0,
    updated: 0,
    failed: 0,
    dry_run: false,
  };
}

async function tellOfFailure({ database, clock, person }: Export, jobId: number): Promise<void> {
  const error = 'Export failed. Please try again.';
  await endJob(database.db, jobId, { status: 'failed', counts: nothing, error, now: clock.now() });
  await sendToUser(database.db, person.id, 'export-error', { job_id: jobId, error });
}
