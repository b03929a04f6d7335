import { type ApiResponse, responseTo, type Request, unwrap } from '~/kit/ui/calls/api';
import { ListBytes } from './list-bytes';
import { tooLong } from './list-rows';
import { type ReadingCallbacks, readInSlices } from './row-slices';

export interface ListRoom {
  name: string;
  last: number;
}

export interface ListResponse<Row> {
  rows: readonly Row[];
  gone: readonly number[];
  isFull: boolean;
  cursor: string | null;
  etag: string | null;
  room: ListRoom | null;
  /** A whole list as it came; null for changes. */
  bytes: ListBytes | null;
}

export interface CachedList {
  cursor: string | null;
  etag: string | null;
  socket: string | null;
  /** Whether it may be answered as `tooLong` (docs/product/screens.md#very-long-lists). */
  mayBeLong: boolean;
}

/**
 * Asks for a list, or what changed in it since; null where it is known not to have changed. `began` is called with the
 * first rows of a whole list while the others arrive.
 */
export async function askList<Row>(
  path: string,
  cached: CachedList,
  began?: ReadingCallbacks['began'],
): Promise<ListResponse<Row> | null> {
  let bytes = new ListBytes();
  const read: Request['read'] = async (response, onReceived) => {
    bytes = new ListBytes();
    return readRows(response, {
      began,
      received: (part) => {
        onReceived();
        bytes.add(part);
      },
    });
  };
  const response = await responseTo<unknown>({ ...requestOf(path, cached), read });
  const { headers } = response;
  if (response.status === 304) return null;
  const data = unwrap(response);
  const meta = {
    cursor: headers.get('list-cursor'),
    etag: headers.get('etag'),
    room: roomOf(headers.get('list-live')),
  };
  if (isTooLong(data)) {
    return { ...meta, cursor: null, rows: tooLong, gone: [], isFull: true, bytes: null };
  }
  if (isChanges<Row>(data)) {
    const { rows, gone: deleted, cursor, full } = data;
    return { ...meta, rows, gone: deleted, cursor, isFull: full, bytes: full ? bytes : null };
  }
  // A response that is not a list counts as empty (docs/product/screens.md#lists).
  if (!Array.isArray(data)) return { ...meta, rows: [], gone: [], isFull: true, bytes: null };
  return { ...meta, rows: data as Row[], gone: [], isFull: true, bytes };
}

function requestOf(path: string, { cursor, etag, socket, mayBeLong }: CachedList): Request {
  return {
    method: 'GET',
    path: cursor === null ? path : `${path}?since=${encodeURIComponent(cursor)}`,
    headers: {
      ...(cursor === null && etag !== null ? { 'if-none-match': etag } : {}),
      ...(socket === null ? {} : { 'live-socket': socket }),
      ...(mayBeLong ? { 'list-form': 'windowed-when-long' } : {}),
    },
  };
}

async function readRows(
  response: Response,
  callbacks: ReadingCallbacks,
): Promise<ApiResponse<unknown>['body']> {
  const { body } = response;
  return (
    body ? await readInSlices(body, callbacks) : await response.json()
  ) as ApiResponse<unknown>['body'];
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

function isTooLong(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'windowed' in data && data.windowed === true;
}

function roomOf(text: string | null): ListRoom | null {
  const [, name, last] = /^(.+)\.(\d+)$/.exec(text ?? '') ?? [];
  return name === undefined || last === undefined ? null : { name, last: Number(last) };
}
