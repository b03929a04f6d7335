import { type Question, TableIndex, type IndexMessage } from './tableIndex';
import type { TableResponse, TableRequest } from './tableWorker';

/** The way to an index of a table. Each message takes effect before the next question. */
export interface TableLine {
  send: (message: IndexMessage) => void;
  /** Rejects when the index is lost with all its data. */
  ask: (question: Question) => Promise<Uint32Array>;
  end: () => void;
}

/** An index in this thread, where no worker can be had. */
export function ownLine(): TableLine {
  const index = new TableIndex();
  return {
    send: (message) => index.apply(message),
    ask: async (question) => index.ask(question),
    end: () => undefined,
  };
}

interface Waiting {
  done: (positions: Uint32Array) => void;
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
  worker.addEventListener('message', ({ data }: MessageEvent<TableResponse>) => {
    waiting.get(data.id)?.done(data.positions);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', lose);
  worker.addEventListener('messageerror', lose);
  return {
    send: (message) => {
      const question: TableRequest = { message };
      worker.postMessage(
        question,
        message.kind === 'rows' ? { transfer: [message.slots.buffer] } : {},
      );
    },
    ask: (question) =>
      new Promise((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        if (isLost) return lose();
        const message: TableRequest = { question, id: last };
        worker.postMessage(message);
      }),
    end: () => {
      worker.terminate();
      lose();
    },
  };
}
