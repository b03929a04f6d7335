import { unpackPiece } from './gzip-pieces';
import { packRows, pieceBytes, type RowPiece } from './list-packer';

/** By what a list is sorted, newest first; those of the same moment by id. */
export type NewestBy = 'created_at' | 'id';

export interface Patch {
  /** The JSON text of each row that is new or changed. */
  rows: readonly string[];
  gone: readonly number[];
}

interface Row {
  id: number;
  text: string;
  at: number;
}

const mostRows = 1000;
const mostBytes = 2 * pieceBytes;

/**
 * The pieces of a packed list with its changes in their places; null where reading the list again takes no more
 * work, or where a row is neither in its old place nor the newest.
 */
export async function patchedPieces(
  pieces: readonly RowPiece[],
  { rows, gone: deleted }: Patch,
  by: NewestBy,
): Promise<RowPiece[] | null> {
  const [head, first, ...others] = pieces;
  if (!head || !first?.ids.length || rows.length + deleted.length > mostRows) return null;
  const changed = new Map(rows.map((text) => rowOf(text, by)).map((row) => [row.id, row]));
  const remaining = new Set(deleted);
  const existing = new Set<number>();
  const patched: RowPiece[] = [];
  for (const piece of others) {
    if (!piece.ids.some((id) => changed.has(id) || remaining.has(id))) {
      patched.push(piece);
      continue;
    }
    const cached = await rowsOf(piece, by);
    const changing = cached && replaced(cached, changed, remaining);
    if (!changing) return null;
    for (const { id } of cached) existing.add(id);
    patched.push(...(await packed(changing, ',')));
  }
  const newest = await rowsOf(first, by);
  const changing = newest && replaced(newest, changed, remaining);
  const [top] = changing ?? [];
  if (!newest || !changing || !top) return null;
  for (const { id } of newest) existing.add(id);
  const added = [...changed.values()].filter(({ id }) => !existing.has(id)).toSorted(byNewest);
  const last = added.at(-1);
  if (last && !(byNewest(last, top) < 0)) return null;
  return [head, ...(await packed([...added, ...changing], '')), ...patched];
}

function rowOf(text: string, by: NewestBy): Row {
  const { id, created_at = '' } = JSON.parse(text) as { id: number; created_at?: string };
  return { id, text, at: by === 'id' ? id : Date.parse(created_at) };
}

const byNewest = (one: Row, other: Row): number => other.at - one.at || other.id - one.id;

async function rowsOf(piece: RowPiece, by: NewestBy): Promise<Row[] | null> {
  const lines = (await unpackPiece(piece)).toString().trimEnd().split('\n');
  if (lines.length !== piece.ids.length) return null;
  return lines.map((line) => rowOf(line.replace(/^,/, ''), by));
}

/** Null where one has moved. */
function replaced(
  rows: readonly Row[],
  changed: ReadonlyMap<number, Row>,
  remaining: ReadonlySet<number>,
): Row[] | null {
  const hasMoved = rows.some((row) => (changed.get(row.id)?.at ?? row.at) !== row.at);
  if (hasMoved) return null;
  return rows.map((row) => changed.get(row.id) ?? row).filter(({ id }) => !remaining.has(id));
}

/** `before` is the separator in front of the first row. */
async function packed(rows: readonly Row[], before: '' | ','): Promise<RowPiece[]> {
  const pieces: RowPiece[] = [];
  let lines: string[] = [];
  let bytes = 0;
  const end = async () => {
    if (lines.length > 0) pieces.push(await packRows(Buffer.from(lines.join(''))));
    [lines, bytes] = [[], 0];
  };
  for (const [index, { text }] of rows.entries()) {
    lines.push(`${index === 0 ? before : ','}${text}\n`);
    bytes += text.length;
    if (bytes > mostBytes) await end();
  }
  await end();
  return pieces;
}
