import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What becomes of what passes. */
type Passing =
  | { kind: 'pass' }
  /** Each piece comes so much later, in milliseconds. */
  | { kind: 'slow'; delay: () => number }
  /** Nothing passes any longer on lines that are open now or opened in the meantime, and no one says so. */
  | { kind: 'swallow' };

interface Line {
  client: Socket;
  upstream: Socket;
  isDead: boolean;
}

/** A wire of ours between two programs, on the loopback, which can be made bad. */
export class Wire {
  port = 0;
  readonly #to: NetConnectOpts;
  readonly #lines = new Set<Line>();
  readonly #server: Server;
  #how: Passing = { kind: 'pass' };

  constructor(to: NetConnectOpts) {
    this.#to = to;
    this.#server = createServer((client) => this.#open(client));
  }

  /** Listens where it did before, on any port at first. */
  async accept(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  passing(how: Passing): void {
    if (how.kind === 'swallow') for (const line of this.#lines) line.isDead = true;
    this.#how = how;
  }

  /** Resets all lines. */
  cut(): void {
    for (const { client, upstream } of this.#lines) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    this.#lines.clear();
  }

  /** No one listens: new lines are refused, those that are open are reset. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  #open(client: Socket): void {
    const upstream = connect(this.#to);
    const line: Line = { client, upstream, isDead: false };
    this.#lines.add(line);
    const end = () => {
      this.#lines.delete(line);
      client.destroy();
      upstream.destroy();
    };
    for (const side of [client, upstream]) side.on('error', end).on('close', end);
    this.#carry(line, client, upstream);
    this.#carry(line, upstream, client);
  }

  #carry(line: Line, from: Socket, into: Socket): void {
    let before = Promise.resolve();
    from.setNoDelay(true);
    from.on('data', (chunk: Buffer) => {
      const now = this.#how;
      if (now.kind === 'swallow') line.isDead = true;
      before = before
        .then(() => (now.kind === 'slow' ? sleep(now.delay()) : undefined))
        .then(() => {
          if (!line.isDead) into.write(chunk);
        });
    });
  }
}
