import { AppError } from '~/kit/server/errors';
import { createLimiter, type Limiter } from '~/kit/server/limiter';
import { stoppedTexts } from './import-jobs.actions';
import type { Lane } from './imports.queries';

/** What imports of this server share (docs/product/imports.md#turns). */
export interface ImportTurns {
  /** Of every import, from the arrival of its file to its end. */
  slots: Limiter;
  lanes: Readonly<Record<Lane, Limiter>>;
  /** Ends those that wait, for the server stops. */
  close: () => void;
  closing: AbortSignal;
}

const most = 22;
const message = 'Too many imports are waiting. Please try again in a minute.';
const retryAfterSeconds = 60;

export function importTurns(): ImportTurns {
  const turns = () => createLimiter({ running: 1, waiting: most, message, retryAfterSeconds });
  const closing = new AbortController();
  return {
    close: () => closing.abort(new AppError('server.busy', stoppedTexts.import)),
    closing: closing.signal,
    slots: createLimiter({
      running: most,
      waiting: 0,
      each: 15,
      message,
      eachMessage: 'You already have 15 imports in progress. Wait for one to finish.',
      retryAfterSeconds,
    }),
    lanes: { writing: turns(), large: turns(), small: turns() },
  };
}

const signOfLifeMs = 1000;

/** Waits for the import's turn in this server, alive and to be cancelled, without a connection of the database. */
export async function turnOf(
  { lanes, closing }: ImportTurns,
  lane: Lane,
  reportProgress: () => Promise<void>,
): Promise<() => void> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, closing]);
  const alive = setInterval(() => {
    reportProgress().catch((error: unknown) => stopped.abort(error));
  }, signOfLifeMs);
  try {
    return await lanes[lane].enter({ signal });
  } finally {
    clearInterval(alive);
  }
}
