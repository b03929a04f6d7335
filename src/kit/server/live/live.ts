import type { Server as HttpServer } from 'node:http';
import type pg from 'pg';
import { Server, type ServerOptions } from 'socket.io';
import type { Change } from '~/kit/shared/changes';
import type { Message } from '~/kit/server/database/announce';
import type { Person } from '~/kit/server/database/context';
import { listen } from './listener';

export interface Live {
  close(): Promise<void>;
}

type Log = Record<'info' | 'warn', (detail: unknown, line: string) => void>;

/** Where sockets ask. */
export const livePath = '/socket.io/';

// Other changes of protocol are refused by kit/server/http.
const engine: Partial<ServerOptions> = {
  path: livePath,
  destroyUpgrade: false,
  serveClient: false,
  transports: ['websocket', 'polling'],
};

/** The WebSocket server: signed-in browsers only, each in its user's room (docs/product/wire.md#live-channel). */
export async function startLive(options: {
  server: HttpServer;
  connection: pg.ClientConfig;
  authenticate: (cookies: string) => Promise<Person | null>;
  openSessions: (ids: readonly number[]) => Promise<number[]>;
  allowOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  nudge?: (job: string) => void;
  /** So often the database connection is asked whether it still hears; 15 seconds unless given. */
  heartbeatMs?: number;
  headers?: Record<string, string>;
  log: Log;
}): Promise<Live> {
  let closed = false;
  const io = new Server(options.server, {
    ...engine,
    allowRequest: (request, done) => {
      const { origin, host } = request.headers;
      const isOwn = options.allowOrigin(origin, host);
      if (!isOwn) options.log.warn({ origin, address: request.socket.remoteAddress }, refusedLine);
      done(null, !closed && isOwn);
    },
  });
  const { headers = {} } = options;
  options.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(io.path())) response.setHeaders(new Map(Object.entries(headers)));
  });
  const justEnded = new Set<number>();
  io.use((socket, next) => {
    options.authenticate(socket.handshake.headers.cookie ?? '').then(
      (person) => {
        // The session may have ended after it was looked up, and that is announced only once.
        if (!person || justEnded.has(person.session_id)) {
          options.log.info({ address: socket.handshake.address }, refusedLine);
          return next(new Error('Please sign in to continue'));
        }
        if (socketsOf(io, person) >= mostSockets) return next(new Error('Too many pages are open'));
        void socket.join(['all', `user:${person.id}`, sessionRoom(person.session_id)]);
        return next();
      },
      () => next(new Error('The database does not answer')),
    );
  });
  const listener = listen({
    connection: options.connection,
    hear: (message) => {
      if (message.to === 'job') options.nudge?.(message.job);
      else deliver(io, message, justEnded);
    },
    recover: () => catchUp(io, options.openSessions),
    heartbeatMs: options.heartbeatMs ?? 15_000,
    log: options.log,
  });
  await listener.ready;
  return {
    close: async () => {
      closed = true;
      await listener.close();
      // Not `disconnectSockets`: a browser disconnected by the server does not reconnect to the next one.
      io.engine.close();
    },
  };
}

const refusedLine = 'socket refused';

/** So many open pages of one person are told of changes; the others show what they loaded. */
const mostSockets = 50;

function socketsOf(io: Server, { id }: Person): number {
  return io.of('/').adapter.rooms.get(`user:${id}`)?.size ?? 0;
}

const sessionRoom = (session: number): string => `session:${session}`;

function deliver(
  io: Server,
  message: Exclude<Message, { to: 'job' }>,
  justEnded: Set<number>,
): void {
  if (message.to === 'all') io.to('all').emit('change', message.change);
  if (message.to === 'user') io.to(`user:${message.user}`).emit(message.event, message.data);
  if (message.to === 'ended') {
    for (const session of message.sessions) {
      io.in(sessionRoom(session)).disconnectSockets(true);
      justEnded.add(session);
      setTimeout(() => justEnded.delete(session), 60_000).unref();
    }
  }
}

/** Messages sent while nobody listened are lost: sessions may have ended, and any record may have changed. */
async function catchUp(
  io: Server,
  openSessions: (ids: readonly number[]) => Promise<number[]>,
): Promise<void> {
  const rooms = [...io.of('/').adapter.rooms.keys()].filter((room) => room.startsWith('session:'));
  const open = await openSessions(rooms.map((room) => Number(room.slice('session:'.length))));
  const kept = new Set(open.map(sessionRoom));
  for (const room of rooms) if (!kept.has(room)) io.in(room).disconnectSockets(true);
  io.to('all').emit('change', {
    entity: '*',
    id: null,
    action: 'updated',
    version: null,
  } satisfies Change);
}
