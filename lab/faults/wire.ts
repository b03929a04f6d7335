import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Line {
  ends: readonly [client: Socket, upstream: Socket];
  isDead: boolean;
}

/** A wire of ours between two programs, on the loopback, which can be made bad. */
export class Wire {
  port = 0;
  readonly #lines = new Set<Line>();
  readonly #server;
  /** Each piece comes so much later, in milliseconds. */
  #delay = () => 0;
  #isSilent = false;

  constructor(to: NetConnectOpts) {
    this.#server = createServer((client) => void this.#open([client, connect(to)]));
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
    for (const { ends } of this.#lines) {
      ends[0].resetAndDestroy();
      ends[1].destroy();
    }
  }

  /** No one listens: new lines are refused, those that are open are reset. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#cut();
    await closed;
  }

  async #open(ends: Line['ends']): Promise<void> {
    const line: Line = { ends, isDead: false };
    this.#lines.add(line);
    const [client, upstream] = ends;
    const ways = [this.#carry(line, client, upstream), this.#carry(line, upstream, client)];
    // An end that closes or breaks takes the other with it.
    await Promise.race(ways).catch(() => undefined);
    this.#lines.delete(line);
    for (const end of ends) end.destroy();
  }

  async #carry(line: Line, from: Socket, into: Socket): Promise<void> {
    for await (const chunk of from.setNoDelay(true)) {
      line.isDead ||= this.#isSilent;
      const ms = this.#delay();
      if (ms > 0) await sleep(ms);
      if (!line.isDead) into.write(chunk as Buffer);
    }
  }
}
