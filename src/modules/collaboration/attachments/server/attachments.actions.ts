import { isLongerThan } from '~/kit/shared/fields/characters';
import { Readable } from 'node:stream';
import { type Context, userOf } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import type { Upload } from '~/kit/server/files/upload';
import type { ListSource } from '~/kit/server/lists/list-source';
import { createLimiter } from '~/kit/server/limiter';
import {
  logAbout,
  openRecordOf,
  readRecordOf,
} from '~/modules/records/records/server/records.service';
import { may, mayHere } from '~/modules/organization/users/rights.rules';
import { displayName } from '~/modules/organization/users/users.rules';
import type { AttachedFile } from '../attachments.fields';
import {
  canDeleteFile,
  canHoldFiles,
  canStoreFiles,
  fileNameOf,
  mostNameLength,
} from '../attachments.rules';
import { fileTypeOf } from '../file-types.rules';
import {
  deleteFile,
  findFile,
  findPart,
  insertFile,
  insertPart,
  listFilesOf,
  measureAllFiles,
  measureFiles,
  type PlacedFile,
} from './attachments.queries';
import { inspect, partsOf } from './inspection.internal';
import { type RecordRef, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

/** Each writes 20 MB to the database: more at once would take the connections of short calls. */
const storing = createLimiter({
  running: 2,
  waiting: 60,
  message: 'Too many files are being added at once. Please try again in a minute.',
  retryAfterSeconds: 30,
});

export async function filesOf(context: Context, { kind, id }: RecordRef): Promise<ListSource> {
  await readRecordOf(context, kind, id);
  return listFilesOf(context.person, { kind, id });
}

/** Refuses who may add nothing before the file itself is taken in. */
export async function expectFile(
  context: Context,
  { kind, id }: RecordRef,
  quotaGb: number,
): Promise<void> {
  await context.write(async (write, trx) => {
    await openRecordOf(write, kind, id);
    const { count, bytes } = await measureFiles(trx, { kind, id });
    enforce(canHoldFiles({ count: count + 1, bytes: bytes + 1 }));
    enforce(canStoreFiles((await measureAllFiles(trx)) + 1, quotaGb));
  });
}

/**
 * Puts a file that arrived onto a record, after its name and its content were looked at (docs/product/records.md#files);
 * 415 for what may not be added or is not what its name says.
 */
export async function addFile(
  context: Context,
  ref: RecordRef,
  { upload, quotaGb }: { upload: Upload; quotaGb: number },
): Promise<AttachedFile> {
  const { size } = upload;
  const name = fileNameOf(upload.name);
  if (name === null) throw invalid('file', 'Please give the file a name');
  if (isLongerThan(name, mostNameLength))
    throw invalid('file', 'The file name cannot exceed 200 characters');
  if (size === 0) throw invalid('file', 'The file is empty');
  const { sha256, ...content } = await inspect(upload);
  const { type, verdict } = fileTypeOf(name, content);
  enforce(verdict, [{ field: 'file', message: verdict.ok ? '' : verdict.message }]);
  const { person, now } = context;
  const created = { ...ref, name, type, size, sha256, now };
  const maker = { created_by: userOf(person), created_by_name: displayName(person) };
  const work = () =>
    context.write(async (write, trx) => {
      const file = await insertFile(trx, { ...created, ...maker });
      let position = 0;
      for await (const part of partsOf(upload)) {
        await insertPart(trx, { file, position }, part);
        position += 1;
      }
      // Last, so that no one waits for the record while the bytes are written.
      const record = await openRecordOf(write, ref.kind, ref.id);
      enforce(canHoldFiles(await measureFiles(trx, ref)));
      enforce(canStoreFiles(await measureAllFiles(trx), quotaGb));
      logAbout(write, record, { action: 'file added', title: 'File added', message: name });
      return getFile(trx, file);
    });
  return storing.run(work, { who: person.id });
}

/** A file that this person may read, with its bytes as a stream. */
export async function openFile(
  context: Context,
  id: number,
): Promise<{ file: AttachedFile; content: Readable }> {
  const file = await requireFile(context.db, id);
  enforce(may(context.person, `${subjectOfKind(file.kind)}.read`));
  await readRecordOf(context, file.kind, file.record_id);
  return { file, content: Readable.from(storedParts(context.db, file)) };
}

async function* storedParts(db: Db, { id, size }: AttachedFile): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let position = 0; sent < size; position += 1) {
    const part = await findPart(db, { file: id, position });
    if (!part) throw new Error('The file was deleted while it was read');
    sent += part.length;
    yield part;
  }
}

export async function removeFile(context: Context, id: number): Promise<{ id: number }> {
  const { person } = context;
  return context.write(async (write, trx) => {
    const file = await requireFile(trx, id);
    enforce(may(person, `${subjectOfKind(file.kind)}.read`));
    const record = await openRecordOf(write, file.kind, file.record_id);
    enforce(canDeleteFile(person, file));
    enforce(mayHere(person, `${subjectOfKind(file.kind)}.update`));
    if (!(await deleteFile(trx, id))) throw notFound('File');
    logAbout(write, record, { action: 'file deleted', title: 'File deleted', message: file.name });
    return { id };
  });
}

async function requireFile(db: Db, id: number): Promise<PlacedFile> {
  const file = await findFile(db, id);
  if (!file) throw notFound('File');
  return file;
}

async function getFile(db: Db, id: number): Promise<AttachedFile> {
  const { kind: _kind, record_id: _record, ...file } = await requireFile(db, id);
  return file;
}
