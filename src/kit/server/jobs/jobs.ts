import { createHash } from 'node:crypto';
import type { Clock } from '~/kit/server/clock';
import type { Database } from '~/kit/server/database/db';

/** Work that runs at start and then periodically; never twice at once over all copies. */
export interface Job {
  name: string;
  everySeconds: number;
  /** The signal is given when the server stops or loses its turn: what takes minutes ends then. */
  run: (database: Database, now: Date, signal?: AbortSignal) => Promise<void>;
}

export interface Jobs {
  trigger: (name: string) => void;
  close: () => Promise<void>;
}

interface Running {
  job: Job;
  timer: NodeJS.Timeout | undefined;
  current: Promise<void> | null;
  again: boolean;
  endedAt: number;
}

/** Runs the parts of a job one after the other; a part that fails stops no other, and its error is thrown at the end. */
export async function inSequence(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 0) throw new AggregateError(failures, 'Parts of a job failed');
}

const apartMs = 150;
/** Between two runs on request: under load one run does the work of hundreds. */
const restMs = 250;

export function startJobs(options: {
  database: Database;
  /** Holds a connection for each job at work, so that waiting jobs never take those that the work needs; past a pooler. */
  locks: Database;
  clock: Clock;
  jobs: readonly Job[];
  log: { error: (detail: unknown, line: string) => void };
}): Jobs {
  const { clock, log } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const all = new Map<string, Running>();

  const startIn = (running: Running, ms: number): void => {
    clearTimeout(running.timer);
    running.timer = setTimeout(() => start(running), ms);
  };
  const start = (running: Running): void => {
    if (signal.aborted || running.current) return;
    clearTimeout(running.timer);
    running.again = false;
    running.current = runAlone(options, running.job, { now: clock.now(), signal })
      .catch((error: unknown) => log.error({ err: error, job: running.job.name }, 'job failed'))
      .finally(() => {
        running.current = null;
        running.endedAt = performance.now();
        if (signal.aborted) return;
        startIn(running, running.again ? restMs : running.job.everySeconds * 1000);
        running.timer?.unref();
      });
  };
  const trigger = (running: Running): void => {
    if (signal.aborted || running.again) return;
    running.again = true;
    if (running.current) return;
    const rest = running.endedAt + restMs - performance.now();
    if (rest > 0) startIn(running, rest);
    else start(running);
  };

  for (const [index, job] of options.jobs.entries()) {
    const running: Running = {
      job,
      timer: undefined,
      current: null,
      again: false,
      endedAt: -restMs,
    };
    all.set(job.name, running);
    // Spread over time, now and in all later turns: together they would keep a dozen connections open.
    running.timer = setTimeout(() => start(running), index * apartMs);
  }
  return {
    trigger: (name) => {
      const running = all.get(name);
      if (running) trigger(running);
    },
    close: async () => {
      stopped.abort();
      for (const running of all.values()) clearTimeout(running.timer);
      await Promise.all([...all.values()].flatMap((running) => running.current ?? []));
    },
  };
}

/** The key of the advisory lock that a job holds while it runs. */
export function jobKey(name: string): number {
  return createHash('sha256').update(`job:${name}`).digest().readInt32BE(0);
}

async function runAlone(
  { database, locks }: { database: Database; locks: Database },
  job: Job,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const key = jobKey(job.name);
  const client = await locks.pool.connect();
  let lost: Error | undefined;
  const turn = new AbortController();
  // A connection that breaks while idle emits an error event, and an unheard one ends the process. Its lock is gone with
  // it, and another copy may begin.
  const onError = (error: Error): void => {
    lost = error;
    turn.abort(error);
  };
  client.on('error', onError);
  try {
    const lock = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      key,
    ]);
    if (!lock.rows[0]?.got) return;
    try {
      await job.run(database, now, AbortSignal.any([signal, turn.signal]));
    } finally {
      // A lock that cannot be released goes with its connection; the job's own error matters more.
      await client.query('select pg_advisory_unlock($1)', [key]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(lost);
  }
}
