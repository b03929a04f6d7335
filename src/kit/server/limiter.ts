import { AppError } from './errors';

export interface LimiterOptions {
  running: number;
  /** So many more wait for their turn, first come first served; who comes then is refused. */
  waiting: number;
  /** So many of one `who`, at work or waiting; no separate bound unless given. */
  each?: number;
  /** Of the last so many places to run, one `who` gets none while it has `each` already: a few leave room for others. */
  last?: { slots: number; each: number };
  /** What the refused one reads, such as "Too many imports are waiting. Please try again in a minute." */
  message: string;
  eachMessage?: string;
  retryAfterSeconds: number;
}

export interface Turn {
  /** Whose turn it is, for `each`: the id of a person, say. */
  who?: string | number;
  /** Leaves the queue when it aborts, with its reason; work that has begun sees to the signal itself. */
  signal?: AbortSignal;
}

export interface Limiter {
  /** Throws AppError `server.busy` before any work is done when there is no room left. */
  run: <T>(work: () => Promise<T>, turn?: Turn) => Promise<T>;
  /** For work that outlives the call: waits like `run` and gives what ends the turn, to be called once or more. */
  enter: (turn?: Turn) => Promise<() => void>;
  load: () => { running: number; waiting: number };
}

/** Bounds what is done at once and what waits for it (docs/product/wire.md#limits). */
export function createLimiter(limits: LimiterOptions): Limiter {
  const waiting = new Set<() => void>();
  const perHolder = new Map<string | number, number>();
  let running = 0;

  function take(who: Turn['who']): void {
    const held = who === undefined ? 0 : (perHolder.get(who) ?? 0);
    const isScarce = limits.last && limits.running - running <= limits.last.slots;
    const most = isScarce ? limits.last?.each : limits.each;
    if (who !== undefined && most !== undefined && held >= most)
      throw busy(limits.eachMessage ?? limits.message, limits);
    if (running >= limits.running && waiting.size >= limits.waiting)
      throw busy(limits.message, limits);
    if (who !== undefined) perHolder.set(who, held + 1);
  }

  function giveBack(who: Turn['who']): void {
    if (who === undefined) return;
    const remaining = (perHolder.get(who) ?? 1) - 1;
    if (remaining > 0) perHolder.set(who, remaining);
    else perHolder.delete(who);
  }

  async function begin(signal: AbortSignal | undefined): Promise<void> {
    if (running < limits.running) running += 1;
    else await turnIn(waiting, signal);
  }

  function end(): void {
    const [first] = waiting;
    // The place goes straight to the next: given back first, it could be taken by one who came later.
    if (!first) running -= 1;
    else first();
  }

  async function enter({ who, signal }: Turn = {}): Promise<() => void> {
    signal?.throwIfAborted();
    take(who);
    try {
      await begin(signal);
    } catch (error) {
      giveBack(who);
      throw error;
    }
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      giveBack(who);
      end();
    };
  }

  return {
    load: () => ({ running, waiting: waiting.size }),
    enter,
    run: async (work, turn) => {
      const leave = await enter(turn);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function turnIn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      waiting.delete(begin);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(begin);
      reject(
        signal?.reason instanceof Error
          ? signal.reason
          : new Error('The request is no longer needed'),
      );
    };
    waiting.add(begin);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

function busy(message: string, { retryAfterSeconds }: LimiterOptions): AppError {
  return new AppError('server.busy', message, { retryAfterSeconds });
}
