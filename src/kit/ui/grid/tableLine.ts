import { type Question, TableIndex, type Told } from './tableIndex';
import type { Answered, Asked } from './tableWorker';

/** The way to an index of a table. What was told is known when the next question is answered. */
export interface TableLine {
  tell: (told: Told) => void;
  /** Rejects when the index is lost, with all that it was told. */
  ask: (question: Question) => Promise<Uint32Array>;
  end: () => void;
}

/** An index in this thread, where no worker can be had. */
export function ownLine(): TableLine {
  const index = new TableIndex();
  return {
    tell: (told) => index.tell(told),
    ask: async (question) => index.ask(question),
    end: () => undefined,
  };
}

interface Waiting {
  done: (places: Uint32Array) => void;
  fail: (error: Error) => void;
}

/** An index in its own worker. */
export function workerLine(): TableLine {
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isLost = false;
  const lose = () => {
    isLost = true;
    for (const { fail } of waiting.values()) fail(new Error('The worker is lost'));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    waiting.get(data.id)?.done(data.places);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', lose);
  worker.addEventListener('messageerror', lose);
  return {
    tell: (told) => {
      const asked: Asked = { told };
      worker.postMessage(asked, told.kind === 'rows' ? { transfer: [told.slots.buffer] } : {});
    },
    ask: (asked) =>
      new Promise((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        if (isLost) return lose();
        const message: Asked = { asked, id: last };
        worker.postMessage(message);
      }),
    end: () => {
      worker.terminate();
      lose();
    },
  };
}
