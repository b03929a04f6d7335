import type { Readable } from 'node:stream';
import type { Person } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import type { Database, SqlPart } from '~/kit/server/database/db';
import type { Downloads } from '~/kit/server/downloads/downloads';
import type { CsvColumn } from '../headings.rules';
import { type ExportFormat, exportTarget, packs, writeExport } from './export-files.steps';

interface Wanted {
  database: Database;
  downloads: Downloads;
  person: Person;
  client: { packs: boolean; signal: AbortSignal };
  format: ExportFormat;
  columns: readonly CsvColumn[];
}

/** What a `copy … to stdout` gives as a file, packed when the client takes that, read at the database's speed. */
export async function exportCsv(wanted: Wanted, statement: SqlPart): Promise<Readable> {
  const { database, downloads, person, client, format, columns } = wanted;
  const who = person.id;
  const end = await downloads.beginExport({ who, signal: client.signal });
  const out = exportTarget(packs(format, client));
  void inCopyTransaction(database, ({ copyOut }) =>
    writeExport(copyOut(statement), out, { format, columns }),
  )
    .catch((error: unknown) => {
      out.destroy(error instanceof Error ? error : new Error('The export was interrupted'));
    })
    .finally(end);
  return downloads.send(out, { who });
}
