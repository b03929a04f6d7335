import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { listedOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type AttachedFile, fileFields } from '../attachments.fields';
import type { RecordKind, RecordRef } from '~/modules/organization/kinds/kinds.rules';

const columns = columnsOf(fileFields, 'f');

/** The files of a record, the newest first. */
export function listFilesOf(person: Person, { kind, id }: RecordRef): ListSource {
  const { where, reads } = listedOf(person, kind, id);
  return {
    select: sql`select ${columns} from attached_files f
      where f.kind = ${sql.lit(kind)} and f.record_id = ${sql.lit(id)} and ${where} order by f.id desc`,
    entity: 'attached_files',
    reads,
  };
}

export type PlacedFile = AttachedFile & { kind: RecordKind; record_id: number };

export async function findFile(db: Db, id: number): Promise<PlacedFile | null> {
  return findJson<PlacedFile>(
    db,
    sql`select ${columns}, f.kind, f.record_id from attached_files f where f.id = ${id}`,
  );
}

/** How many files a record has, and their bytes together. */
export async function measureFiles(
  db: Db,
  { kind, id }: RecordRef,
): Promise<{ count: number; bytes: number }> {
  const found = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(size), 0) as bytes from attached_files
    where kind = ${kind} and record_id = ${id}`.execute(db);
  return found.rows[0] ?? { count: 0, bytes: 0 };
}

/** The bytes of the files of all records. */
export async function measureAllFiles(db: Db): Promise<number> {
  const found = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0) as bytes from attached_files`.execute(db);
  return found.rows[0]?.bytes ?? 0;
}

interface NewFile extends RecordRef {
  name: string;
  type: string;
  size: number;
  sha256: string;
  created_by: number | null;
  created_by_name: string;
  now: Date;
}

export async function insertFile(trx: Transaction, file: NewFile): Promise<number> {
  const { kind, id, name, type, size, sha256, created_by, created_by_name, now } = file;
  const created = await sql<{ id: number }>`insert into attached_files
      (kind, record_id, name, type, size, sha256, created_by, created_by_name, created_at)
    values (${kind}, ${id}, ${name}, ${type}, ${size}, ${sha256}, ${created_by},
      ${created_by_name}, ${now}) returning id`.execute(trx);
  const [row] = created.rows;
  if (!row) throw new Error('A file cannot be read back');
  return row.id;
}

interface Part {
  file: number;
  position: number;
}

export async function insertPart(
  trx: Transaction,
  { file, position }: Part,
  content: Buffer,
): Promise<void> {
  await sql`insert into attached_file_parts (file_id, position, content)
    values (${file}, ${position}, ${content})`.execute(trx);
}

export async function findPart(db: Db, { file, position }: Part): Promise<Buffer | null> {
  const found = await sql<{ content: Buffer }>`select content from attached_file_parts
    where file_id = ${file} and position = ${position}`.execute(db);
  return found.rows[0]?.content ?? null;
}

/** False when someone else has deleted it. */
export async function deleteFile(trx: Transaction, id: number): Promise<boolean> {
  const deleted = await sql`delete from attached_files where id = ${id} returning id`.execute(trx);
  return deleted.rows.length > 0;
}

export async function listNewest(db: Db, kind: RecordKind, count: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from ${sql.table(kind)}
    order by created_at desc, id desc limit ${count}`.execute(db);
  return found.rows.map(({ id }) => id);
}
