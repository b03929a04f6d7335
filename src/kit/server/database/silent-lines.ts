import { Socket } from 'node:net';
import pg from 'pg';

/** Longer than any statement may take: a connection that is silent for so long is lost. */
export const silentMs = 65_000;

/**
 * A client that gives a line up on which nothing moves for `limitMs` while an answer is due. A line cut without a word,
 * as by a firewall that has forgotten it, never ends on its own, and would hold its place in the pool forever.
 */
export function watchedClient(limitMs: number): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      watch(this, limitMs);
    }
  };
}

function watch(client: pg.Client, limitMs: number): void {
  let settledAt = -1;
  let seen = '';
  let since = performance.now();
  const line = (): Socket => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket))
      throw new Error('The connection to the database is not a socket');
    return stream;
  };
  const settle = () => {
    settledAt = line().bytesWritten;
  };
  const look = () => {
    const { bytesRead, bytesWritten } = line();
    const now = `${bytesRead} ${bytesWritten}`;
    const isMoving = now !== seen || bytesWritten === settledAt;
    seen = now;
    if (isMoving) since = performance.now();
    else if (performance.now() - since >= limitMs)
      line().destroy(new Error('Connection terminated: the database has been silent too long'));
  };
  client.on('connect', settle).on('drain', settle);
  const timer = setInterval(look, limitMs / 10).unref();
  client.once('end', () => clearInterval(timer));
}
