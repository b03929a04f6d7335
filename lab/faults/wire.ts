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
  /** Each piece comes so much later, in milliseconds. */
  #delay = () => 0;
  #isSilent = false;

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

  /** For a while each piece comes later. */
  late(delay: () => number) {
    return {
      begin: () => void (this.#delay = delay),
      end: () => void (this.#delay = () => 0),
    };
  }

  /** Nothing passes any longer on lines that are open then or opened in the meantime, and no one says so. */
  silent() {
    return {
      begin: () => {
        for (const line of this.#lines) line.isDead = true;
        this.#isSilent = true;
      },
      end: () => void (this.#isSilent = false),
    };
  }

  /** For a while all lines are reset again and again. */
  cutting(everyMs: number) {
    let timer: NodeJS.Timeout | undefined;
    return {
      begin: () => void (timer = setInterval(() => this.#cut(), everyMs)),
      end: () => clearInterval(timer),
    };
  }

  /** For a while no one listens. */
  refusing() {
    return { begin: () => this.refuse(), end: () => this.accept() };
  }

  #cut(): void {
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
    this.#cut();
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
      line.isDead ||= this.#isSilent;
      const ms = this.#delay();
      before = before
        .then(() => (ms > 0 ? sleep(ms) : undefined))
        .then(() => {
          if (!line.isDead) into.write(chunk);
        });
    });
  }
}
