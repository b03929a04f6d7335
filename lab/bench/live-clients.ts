import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { io, type Socket } from 'socket.io-client';
import {
  type ListAnswer,
  ListClient,
  type ListedRow,
} from '../../src/kit/server/testing/list-client';
import type { ListMessage } from '../../src/kit/shared/changes';
import type { Answer, Command } from './live-people';
import { percentile } from './statistics';

// The browsers of the measurement of live lists, in a process of their own: their work is not the server's.

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const returnWithinMs = 3000;

interface Page {
  socket: Socket;
  lists: Map<string, ListClient>;
  bytes: number;
}

const pages: Page[] = [];
const bases = new Map<string, { cursor: string; rows: ReadonlyMap<number, ListedRow> }>();
/** When a row with this telephone number came, in milliseconds of the clock. */
const arrivals = new Map<string, number[]>();

async function ask(page: Page, path: string, options: AskOptions): Promise<ListAnswer> {
  const { cookie, url, cursor } = options;
  const known = bases.get(path);
  const query = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`;
  const sent = request(`${url}/api${path}${query}`, { agent });
  const headers = new Map([
    ['cookie', cookie],
    ['accept-encoding', 'gzip'],
    ['live-socket', page.socket.id ?? ''],
    ...(cursor === null && known ? [['if-none-match', `W/"${known.cursor}"`] as const] : []),
  ]);
  sent.setHeaders(headers).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const packed = await buffer(response);
  page.bytes += packed.length + response.rawHeaders.join('    ').length;
  const live = headerOf(response, 'list-live');
  if (response.statusCode === 304 && known) return { ...known, full: true, gone: [], live };
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const { data } = JSON.parse(String(isPacked ? gunzipSync(packed) : packed)) as Body;
  if (!Array.isArray(data)) return { ...data, rows: rowsById(data.rows), live };
  const base = { cursor: headerOf(response, 'list-cursor') ?? '', rows: rowsById(data) };
  bases.set(path, base);
  return { ...base, full: true, gone: [], live };
}

interface AskOptions {
  url: string;
  cookie: string;
  cursor: string | null;
}

interface Body {
  data: ListedRow[] | { full: boolean; rows: ListedRow[]; gone: number[]; cursor: string };
}

function headerOf(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name];
  return typeof value === 'string' ? value : null;
}

function rowsById(rows: readonly ListedRow[]): Map<number, ListedRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function open({ url, cookie, paths }: { url: string; cookie: string; paths: string[] }) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie },
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
  });
  const page: Page = { socket, lists: new Map(), bytes: 0 };
  const count = () => {
    socket.io.engine.on('data', (data) => {
      page.bytes += Buffer.byteLength(String(data)) + 4;
    });
  };
  socket.io.on('open', count);
  for (const path of paths) {
    const asks = (cursor: string | null) => ask(page, path, { url, cookie, cursor });
    page.lists.set(path, new ListClient(asks));
  }
  const lists = [...page.lists.values()];
  const readAll = async () => {
    for (const list of lists) await list.read();
  };
  socket.on('list', (message: ListMessage<ListedRow>) => {
    for (const row of message.rows) note(row);
    for (const list of lists) list.hear(message);
  });
  socket.on('list-at', (at: { list: string; n: number }) => {
    for (const list of lists) list.remind(at);
  });
  socket.on('lists-lost', () => {
    for (const list of lists) list.lose();
    void readAll();
  });
  socket.on('disconnect', () => {
    for (const list of lists) list.lose();
  });
  await new Promise<void>((done) => socket.once('connect', done));
  await readAll();
  socket.on('connect', () => void setTimeout(() => void readAll(), Math.random() * returnWithinMs));
  pages.push(page);
}

function note(row: ListedRow & { phone?: string }): void {
  if (!row.phone?.startsWith('+91 7')) return;
  const all = arrivals.get(row.phone) ?? [];
  arrivals.set(row.phone, all);
  all.push(Date.now());
}

function areLive(): boolean {
  return pages.every(
    ({ socket, lists }) => socket.connected && [...lists.values()].every(({ isLive }) => isLive),
  );
}

/** How many lists are not the one that the server would send now. */
async function countDifferent(url: string, cookie: string): Promise<number> {
  let different = 0;
  const paths = new Set(pages.flatMap(({ lists }) => [...lists.keys()]));
  for (const path of paths) {
    const [page] = pages;
    if (!page) continue;
    bases.delete(path);
    const { rows } = await ask(page, path, { url, cookie, cursor: null });
    for (const { lists } of pages) {
      const list = lists.get(path);
      if (list && !isSame(list.rows, rows)) different += 1;
    }
  }
  return different;
}

function isSame(
  own: ReadonlyMap<number, ListedRow>,
  theirs: ReadonlyMap<number, ListedRow>,
): boolean {
  const equals = (id: number, row: ListedRow) => own.get(id)?.updated_at === row.updated_at;
  return (
    own.size === theirs.size && [...theirs].every(([id, row]) => own.has(id) && equals(id, row))
  );
}

const commands: { [K in Command['do']]: (command: Command & { do: K }) => Promise<Answer> } = {
  open: async ({ url, people, paths }) => {
    for (let place = 0, next = 1; place < people.length; place = next, next = place + 20) {
      const some = people.slice(place, next);
      await Promise.all(some.map((cookie) => open({ url, cookie, paths })));
    }
    return [pages.length];
  },
  bytes: async () => {
    const all = pages.map(({ bytes }) => bytes);
    for (const page of pages) page.bytes = 0;
    return [all.reduce((sum, each) => sum + each, 0), Math.max(...all)];
  },
  seen: async ({ sent }) => {
    const taken = sent.flatMap(([phone, at]) =>
      (arrivals.get(phone) ?? []).map((arrived) => arrived - at),
    );
    arrivals.clear();
    return [percentile(taken, 0.5), percentile(taken, 0.95), taken.length];
  },
  live: async () => [areLive() ? 1 : 0],
  different: async ({ url, cookie }) => [await countDifferent(url, cookie)],
  close: async () => {
    for (const { socket } of pages.splice(0)) socket.disconnect();
    return [0];
  },
};

process.on('message', (command: Command) => {
  const run = commands[command.do] as (command: Command) => Promise<Answer>;
  run(command).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});

process.send?.([] satisfies Answer);
