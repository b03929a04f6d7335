import { valueOf } from '~/kit/shared/fields/custom';
import { nextOf, type Outcome, type Row, type WaitingChange, withTried } from './waiting-change';
import type { WaitingQueue } from './waiting-queue';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** So often one change continues from a newer version in one round, while others write the same record. */
const mostTurns = 5;

interface SenderCallbacks {
  /** Whether the server knows this browser as the queue's owner; rejects without an answer. */
  isOwner: () => Promise<boolean>;
  send: (change: WaitingChange) => Promise<Outcome>;
  /** Shows a record as the server has it. */
  put: (list: string, row: Row) => void;
  /** Keeps other tabs of this browser from sending at the same time. */
  alone: (work: () => Promise<void>) => Promise<void>;
}

/** Sends what waits, in order, one at a time; after a failure again, with growing pauses. */
export class WaitingSender {
  readonly #queue: WaitingQueue;
  readonly #callbacks: SenderCallbacks;
  #isSending = false;
  #isNeeded = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queue: WaitingQueue, callbacks: SenderCallbacks) {
    this.#queue = queue;
    this.#callbacks = callbacks;
  }

  /** Sends at once: there may be a connection. */
  poke(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#queue.isBehind) return;
    this.#isNeeded = true;
    if (!this.#isSending) void this.#run();
  }

  /** Sends when its time has come, where none is set yet. */
  soon(): void {
    if (this.#timer !== undefined || this.#isSending) return;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures);
    this.#timer = setTimeout(() => this.poke(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
    this.#isNeeded = false;
  }

  async #run(): Promise<void> {
    this.#isSending = true;
    while (this.#isNeeded) {
      this.#isNeeded = false;
      const isThrough = await this.#round().catch(() => false);
      this.#failures = isThrough ? 0 : this.#failures + 1;
    }
    this.#isSending = false;
    if (this.#queue.isBehind) this.soon();
  }

  async #round(): Promise<boolean> {
    let isThrough = false;
    await this.#callbacks.alone(async () => {
      await this.#queue.read();
      const { owner } = this.#queue;
      if (!owner || !this.#queue.isBehind) isThrough = true;
      else if (await this.#callbacks.isOwner()) isThrough = await this.#sendAll(owner);
    });
    return isThrough;
  }

  async #sendAll(owner: WaitingQueue['owner']): Promise<boolean> {
    for (let turns = 0; ; ) {
      const change = nextOf(this.#queue.all());
      if (!change) return true;
      const outcome = await this.#callbacks.send(change);
      if (this.#queue.owner !== owner) return true;
      if (outcome.kind === 'later') {
        this.#noteTried(change);
        return false;
      }
      turns = outcome.kind === 'again' ? turns + 1 : 0;
      this.#take(change, outcome);
      if (turns >= mostTurns) return false;
    }
  }

  #take(sent: WaitingChange, outcome: Exclude<Outcome, { kind: 'later' }>): void {
    if (outcome.row) this.#callbacks.put(sent.list, outcome.row);
    const now = this.#now(sent);
    if (outcome.kind === 'done') this.#queue.done(sent, outcome.row);
    else if (!now) return;
    else if (outcome.kind === 'stuck') {
      if (now === sent) this.#queue.replace({ ...now, stuck: outcome.stuck });
    } else {
      const { updated_at: version } = outcome.row;
      this.#queue.replace({ ...now, base: valueOf(outcome.row, sent.field), version });
    }
  }

  #noteTried(sent: WaitingChange): void {
    const now = this.#now(sent);
    const tried = now ? withTried(now, [sent.value]) : [];
    if (now && tried.length !== now.tried.length) this.#queue.replace({ ...now, tried });
  }

  /** As it waits now: it may have been changed or discarded while it was in progress. */
  #now({ list, record, field }: WaitingChange): WaitingChange | undefined {
    return this.#queue.of(list).find((each) => each.record === record && each.field === field);
  }
}
