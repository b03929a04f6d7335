import { type Answer, answered, type Request, unwrap } from './api';
import { readInSlices } from './row-slices';

export interface ListRoom {
  name: string;
  last: number;
}

export interface ListAnswer<Row> {
  rows: readonly Row[];
  gone: readonly number[];
  isFull: boolean;
  cursor: string | null;
  etag: string | null;
  room: ListRoom | null;
}

export interface KnownList {
  cursor: string | null;
  etag: string | null;
  socket: string | null;
}

/** Asks for a list, or what changed in it since; null where it is known not to have changed. */
export async function askList<Row>(
  path: string,
  known: KnownList,
): Promise<ListAnswer<Row> | null> {
  const answer = await answered<unknown>(requestOf(path, known));
  const { headers } = answer;
  if (answer.status === 304) return null;
  const data = unwrap(answer);
  const facts = {
    cursor: headers.get('list-cursor'),
    etag: headers.get('etag'),
    room: roomOf(headers.get('list-live')),
  };
  if (isChanges<Row>(data)) {
    const { rows, gone, cursor, full } = data;
    return { ...facts, rows, gone, cursor, isFull: full };
  }
  // A response that is no list counts as empty (docs/product/screens.md#lists).
  return { ...facts, rows: Array.isArray(data) ? (data as Row[]) : [], gone: [], isFull: true };
}

function requestOf(path: string, { cursor, etag, socket }: KnownList): Request {
  return {
    method: 'GET',
    path: cursor === null ? path : `${path}?since=${encodeURIComponent(cursor)}`,
    headers: {
      ...(cursor === null && etag !== null ? { 'if-none-match': etag } : {}),
      ...(socket === null ? {} : { 'live-socket': socket }),
    },
    read: readRows,
  };
}

async function readRows(response: Response, heard: () => void): Promise<Answer<unknown>['body']> {
  const { body } = response;
  return (
    body ? await readInSlices(body, heard) : await response.json()
  ) as Answer<unknown>['body'];
}

interface Changes<Row> {
  rows: Row[];
  gone: number[];
  cursor: string;
  full: boolean;
}

function isChanges<Row>(data: unknown): data is Changes<Row> {
  return (
    typeof data === 'object' &&
    data !== null &&
    'full' in data &&
    'rows' in data &&
    Array.isArray(data.rows)
  );
}

function roomOf(text: string | null): ListRoom | null {
  const [, name, last] = /^(.+)\.(\d+)$/.exec(text ?? '') ?? [];
  return name === undefined || last === undefined ? null : { name, last: Number(last) };
}
