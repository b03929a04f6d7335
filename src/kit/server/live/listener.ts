import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { liveChannel, type Message } from '~/kit/server/database/announce';

/** Keeps one connection on LISTEN; a lost one is replaced, and `recover` handles what was missed. */
export function listen(options: {
  connection: pg.ClientConfig;
  receive: (message: Message) => void;
  recover: () => Promise<void>;
  heartbeatMs: number;
  log: { warn: (detail: unknown, line: string) => void };
}): { ready: Promise<void>; close: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client = new pg.Client();
  let lost = Promise.resolve();

  const connect = async (): Promise<void> => {
    client = new pg.Client({ ...options.connection, ...listening });
    client.on('error', () => undefined);
    client.on('notification', (note) => {
      if (note.payload) options.receive(JSON.parse(note.payload) as Message);
    });
    lost = new Promise((done) => client.once('end', () => done()));
    try {
      await client.connect();
      await client.query(`listen ${liveChannel}`);
      beat(client, options.heartbeatMs);
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

/** A line that was cut without a word never ends on its own: one that does not answer is closed here. */
function beat(client: pg.Client, everyMs: number): void {
  const timer = setInterval(() => {
    const late = setTimeout(() => client.connection.stream.destroy(), everyMs);
    client.query('select 1').then(
      () => clearTimeout(late),
      () => clearTimeout(late),
    );
  }, everyMs);
  timer.unref();
  client.once('end', () => clearInterval(timer));
}

const listening = { application_name: 'live', keepAlive: true, connectionTimeoutMillis: 5000 };

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
