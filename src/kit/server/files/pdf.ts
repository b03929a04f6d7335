import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '~/kit/server/errors';
import { createGate } from '~/kit/server/gate';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { PdfAnswer } from './pdf-worker';

export interface PdfLimits {
  waiting: number;
  /** So long one document may take; a worker that takes longer is ended, and the next document gets a new one. */
  deadlineMs: number;
}

const sentence = 'Too many documents are being made. Please try again in a few seconds.';
const tooSlow = 'The document took too long to make. Please try again.';
const retryAfterSeconds = 5;

/**
 * Makes PDF files in one worker thread, which is started with the first: laying out 200 lines takes the time of a
 * thousand other calls. Throws AppError `server.busy` when too many wait (docs/product/wire.md#limits).
 */
export function pdfMaker({ waiting, deadlineMs }: PdfLimits) {
  const gate = createGate({ running: 1, waiting, sentence, retryAfterSeconds });
  let worker: Worker | undefined;

  async function make(printed: PrintDocument): Promise<Buffer> {
    const thread = (worker ??= await startWorker());
    thread.ref();
    const answer = await answerTo(thread, printed).catch((error: unknown) => {
      worker = undefined;
      throw error;
    });
    thread.unref();
    if ('error' in answer) throw new Error(answer.error);
    return Buffer.from(answer.content);
  }

  function answerTo(thread: Worker, printed: PrintDocument): Promise<PdfAnswer> {
    const answer = nextMessage<PdfAnswer>(thread, deadlineMs);
    thread.postMessage(printed);
    return answer;
  }

  return (printed: PrintDocument) => gate.run(() => make(printed));
}

export const makePdf = pdfMaker({ waiting: 40, deadlineMs: 20_000 });

const startMs = 60_000;

async function startWorker(): Promise<Worker> {
  const thread = newThread();
  // One that fails between two documents is found out by the next.
  thread.on('error', () => undefined);
  await nextMessage(thread, startMs);
  return thread;
}

/** The worker's next message; a worker that fails or ends instead, or takes too long, is ended. */
function nextMessage<T>(thread: Worker, deadlineMs: number): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const heard = once(thread, 'message', { signal }) as Promise<[T]>;
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The worker that makes documents has ended');
  });
  const late = sleep(deadlineMs, undefined, { signal }).then(() => {
    throw new AppError('server.busy', 503, tooSlow, { retryAfterSeconds });
  });
  return Promise.race([heard, ended, late])
    .then(([message]) => message)
    .catch(async (error: unknown) => {
      await thread.terminate();
      throw error;
    })
    .finally(() => settled.abort());
}

function newThread(): Worker {
  const root = rootFolder();
  const workerData = path.join(root, 'public/fonts');
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(path.join(root, 'dist/server/pdf-worker.js'), { workerData });
  }
  const source = JSON.stringify(path.join(import.meta.dirname, 'pdf-worker.ts'));
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { eval: true, workerData });
}

function rootFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
