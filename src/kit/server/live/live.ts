import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type pg from 'pg';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Change } from '~/kit/shared/changes';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { bearerOf } from '~/kit/server/bearer';
import type { Message } from '~/kit/server/database/announce';
import type { Db } from '~/kit/server/database/db';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Person } from '~/kit/server/database/context';
import { Audience, personRoom, type Reading, sessionRoom } from './audience';
import { Following } from './following';
import { type Joining, listRoom, ListRooms } from './list-rooms';
import { listen } from './listener';

export interface Live {
  /** Something may have been committed: it is looked for, also by the other copies. */
  committed: () => void;
  join: (joining: Joining, source: ListSource) => string | null;
  close(): Promise<void>;
}

type Log = Record<'info' | 'warn', (detail: unknown, line: string) => void>;

interface SocketOptions {
  server: HttpServer;
  allowOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** Counts a handshake; false where the client's network has too many. */
  allowHandshake?: (request: IncomingMessage) => boolean;
  headers?: Record<string, string>;
  log: Log;
}

export const livePath = '/socket.io/';

// Other changes of protocol are refused by kit/server/http.
const engine: Partial<ServerOptions> = {
  path: livePath,
  destroyUpgrade: false,
  serveClient: false,
  transports: ['websocket', 'polling'],
};

/**
 * The WebSocket server for signed-in browsers, each notified of changes that its user may read
 * (docs/product/wire.md#live-channel).
 */
export async function startLive<Reader extends { id: number }>(
  options: SocketOptions & {
    connection: pg.ClientConfig;
    db: Db;
    authenticate: (cookies: string) => Promise<Person | null>;
    reading: Reading<Reader>;
    openSessions: (ids: readonly number[]) => Promise<number[]>;
    trigger?: (job: string) => void;
    /** How often the listening database connection is checked; 15 seconds unless given. */
    heartbeatMs?: number;
  },
): Promise<Live> {
  let closed = false;
  const io = openSockets(options, () => closed);
  const lists = new ListRooms(io, options.db);
  const audience = new Audience(io, options.reading, {
    warn: (error) =>
      options.log.warn({ err: error }, 'live changes: readers could not be looked up'),
    changed: (person) => lists.dismiss(person),
  });
  const following = new Following({ ...options, io, audience, lists });
  const justEnded = new Set<number>();
  io.use((socket, next) => {
    letIn(socket, { ...options, io, audience, justEnded }).then(
      (refusal) => next(refusal === null ? undefined : new Error(refusal)),
      () => next(new Error('The database is not responding')),
    );
  });
  const listener = listen({
    connection: options.connection,
    receive: (message) => {
      if (message.to === 'job') options.trigger?.(message.job);
      else if (message.to === 'followers') following.receive(message.from);
      else deliver(io, message, justEnded);
    },
    recover: async () => {
      await audience.refresh();
      await catchUp(io, options.openSessions);
    },
    heartbeatMs: options.heartbeatMs ?? 15_000,
    log: options.log,
  });
  await listener.ready;
  await following.start();
  return {
    committed: () => following.committed(),
    join: (joining, source) => {
      const joined = lists.join(joining, source);
      if (joined !== null) audience.joined(joining.person);
      return joined;
    },
    close: async () => {
      closed = true;
      await listener.close();
      await following.close();
      // Not `disconnectSockets`: a browser disconnected by the server does not reconnect to the next one.
      io.engine.close();
    },
  };
}

function openSockets(options: SocketOptions, isClosed: () => boolean): Server {
  const io = new Server(options.server, {
    ...engine,
    allowRequest: (request, done) => {
      if (bearerOf(request) !== null) {
        done('auth.key_not_allowed' satisfies ErrorCode, false);
        return;
      }
      const { origin, host } = request.headers;
      const isOwn = options.allowOrigin(origin, host);
      if (!isOwn) options.log.warn({ origin, address: request.socket.remoteAddress }, refusedLine);
      const isTaken = isOwn && (options.allowHandshake?.(request) ?? true);
      done(null, !isClosed() && isTaken);
    },
  });
  io.engine.on('connection', dropUnread);
  const { headers = {} } = options;
  options.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(io.path())) response.setHeaders(new Map(Object.entries(headers)));
  });
  return io;
}

/** Lets a socket in once what its person reads is known; the sentence of the refusal where it stays outside. */
async function letIn<Reader extends { id: number }>(
  socket: Socket,
  doorway: {
    io: Server;
    authenticate: (cookies: string) => Promise<Person | null>;
    audience: Audience<Reader>;
    justEnded: ReadonlySet<number>;
    log: Log;
  },
): Promise<string | null> {
  const { io, authenticate, audience, justEnded, log } = doorway;
  const person = await authenticate(socket.handshake.headers.cookie ?? '');
  let refusal: string | null = 'Please sign in to continue';
  const join = () => {
    // The session may have ended after it was looked up, and that is announced only once.
    if (!person || justEnded.has(person.session_id)) return false;
    const isFull = socketsOf(io, person) >= mostSockets;
    refusal = isFull ? 'Too many pages are open' : null;
    if (isFull) return false;
    void socket.join([personRoom(person.id), sessionRoom(person.session_id)]);
    socket.on('list-close', (list: unknown, done?: () => void) => {
      if (typeof list === 'string') void socket.leave(listRoom(list));
      if (typeof done === 'function') done();
    });
    return true;
  };
  if (person) await audience.admit(person.id, join);
  if (refusal !== null) log.info({ address: socket.handshake.address }, refusedLine);
  return refusal;
}

/** So many messages wait for one socket to take earlier ones; a dropped page joins again and reads what is. */
const mostUnread = 2000;

interface EngineSocket {
  on: (event: 'packetCreate' | 'flush', listener: () => void) => void;
  request: IncomingMessage;
}

/** Drops a client that takes no messages, because they would pile up here. */
function dropUnread(socket: EngineSocket): void {
  let unread = 0;
  socket.on('packetCreate', () => {
    unread += 1;
    // Its own close would wait for the client to take what was sent before.
    if (unread > mostUnread) socket.request.socket.destroy();
  });
  socket.on('flush', () => {
    unread = 0;
  });
}

const refusedLine = 'socket refused';

/** So many open pages of one person are informed of changes; the others show what they loaded. */
const mostSockets = 50;

function socketsOf(io: Server, { id }: Person): number {
  return io.of('/').adapter.rooms.get(personRoom(id))?.size ?? 0;
}

function deliver(
  io: Server,
  message: Exclude<Message, { to: 'job' | 'followers' }>,
  justEnded: Set<number>,
): void {
  if (message.to === 'user') io.to(personRoom(message.user)).emit(message.event, message.data);
  if (message.to === 'ended') {
    for (const session of message.sessions) {
      io.in(sessionRoom(session)).disconnectSockets(true);
      justEnded.add(session);
      setTimeout(() => justEnded.delete(session), 60_000).unref();
    }
  }
}

/** Messages sent while no one listened are lost: sessions may have ended, and any record may have changed. */
async function catchUp(
  io: Server,
  openSessions: (ids: readonly number[]) => Promise<number[]>,
): Promise<void> {
  const rooms = [...io.of('/').adapter.rooms.keys()].filter((room) => room.startsWith('session:'));
  const open = await openSessions(rooms.map((room) => Number(room.slice('session:'.length))));
  const openRooms = new Set(open.map(sessionRoom));
  for (const room of rooms) if (!openRooms.has(room)) io.in(room).disconnectSockets(true);
  io.emit('change', { entity: '*', id: null } satisfies Change);
}
