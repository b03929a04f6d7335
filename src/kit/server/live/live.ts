import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Server } from 'socket.io';
import type { Change } from '~/kit/shared/changes';
import { liveChannel, type Message } from '~/kit/server/database/announce';
import type { Person } from '~/kit/server/database/context';

export interface Live {
  close(): Promise<void>;
}

type Log = { warn: (detail: unknown, line: string) => void };

/** The WebSocket server: signed-in browsers only, each in its user's room (docs/product/wire.md#live-channel). */
export async function startLive(options: {
  server: HttpServer;
  connection: pg.ClientConfig;
  authenticate: (cookies: string) => Promise<Person | null>;
  openSessions: (ids: readonly number[]) => Promise<number[]>;
  allowOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  nudge?: (job: string) => void;
  log: Log;
}): Promise<Live> {
  let closed = false;
  const io = new Server(options.server, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    allowRequest: (request, done) => {
      done(null, !closed && options.allowOrigin(request.headers.origin, request.headers.host));
    },
  });
  const justEnded = new Set<number>();
  io.use((socket, next) => {
    options.authenticate(socket.handshake.headers.cookie ?? '').then(
      (person) => {
        // The session may have ended after it was looked up, and that is announced only once.
        if (!person || justEnded.has(person.session_id))
          return next(new Error('Please sign in to continue'));
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

/** Keeps one connection on LISTEN; a lost one is replaced, and `recover` handles what was missed. */
function listen(options: {
  connection: pg.ClientConfig;
  hear: (message: Message) => void;
  recover: () => Promise<void>;
  log: Log;
}): { ready: Promise<void>; close: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client = new pg.Client();
  let lost = Promise.resolve();

  const connect = async (): Promise<void> => {
    client = new pg.Client({ ...options.connection, ...listening });
    client.on('error', () => undefined);
    client.on('notification', (note) => {
      if (note.payload) options.hear(JSON.parse(note.payload) as Message);
    });
    lost = new Promise((done) => client.once('end', () => done()));
    try {
      await client.connect();
      await client.query(`listen ${liveChannel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  };
  const stay = async (): Promise<void> => {
    for (await lost; !signal.aborted; await lost) {
      options.log.warn({}, 'live changes: connection lost');
      do await sleep(1000, undefined, { signal }).catch(() => undefined);
      while (!signal.aborted && !(await succeeds(connect())));
      // Without recovery the gap would go unnoticed: the connection is treated as lost.
      if (!signal.aborted && !(await succeeds(options.recover()))) await client.end();
    }
  };

  const ready = connect();
  const staying = ready.then(stay, () => undefined);
  return {
    ready,
    close: async () => {
      stopping.abort();
      await client.end().catch(() => undefined);
      await staying;
    },
  };
}

const listening = { application_name: 'live', keepAlive: true, connectionTimeoutMillis: 5000 };

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
