import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Person } from '~/kit/server/database/context';
import { inCopyTransaction } from '~/kit/server/database/copy';
import type { Database, SqlPart } from '~/kit/server/database/db';
import type { Downloads } from '~/kit/server/downloads/downloads';

interface Wanted {
  database: Database;
  downloads: Downloads;
  person: Person;
  client: { packs: boolean; signal: AbortSignal };
}

/** What a `copy … to stdout` gives as CSV, packed when the client takes that, read at the database's speed. */
export async function exportCsv(wanted: Wanted, statement: SqlPart): Promise<Readable> {
  const { database, downloads, person, client } = wanted;
  const who = person.id;
  const end = await downloads.beginExport({ who, signal: client.signal });
  const out = client.packs ? createGzip({ level: 2 }) : new PassThrough();
  void inCopyTransaction(database, ({ copyOut }) => pipeline(copyOut(statement), out))
    .catch((error: unknown) => {
      out.destroy(error instanceof Error ? error : new Error('The export broke off'));
    })
    .finally(end);
  return downloads.send(out, { who });
}
