import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { PdfAnswer, PdfTask } from './pdf-worker';

interface Waiting {
  resolve: (content: Buffer) => void;
  reject: (error: Error) => void;
}

/**
 * One worker thread, started with the first document: laying out 200 lines takes the time of a thousand other calls.
 */
let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

export async function makePdf(printed: PrintDocument): Promise<Buffer> {
  const thread = (worker ??= startWorker());
  last += 1;
  const task: PdfTask = { id: last, printed };
  return new Promise((resolve, reject) => {
    waiting.set(task.id, { resolve, reject });
    thread.ref();
    thread.postMessage(task);
  });
}

function startWorker(): Worker {
  const thread = newThread();
  thread.on('message', (answer: PdfAnswer) => settle(thread, answer));
  thread.on('error', (error) => {
    if (worker === thread) worker = undefined;
    const broken = [...waiting.values()];
    waiting.clear();
    for (const each of broken) each.reject(error);
  });
  return thread;
}

function settle(thread: Worker, answer: PdfAnswer): void {
  const found = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (waiting.size === 0) thread.unref();
  if ('error' in answer) found?.reject(new Error(answer.error));
  else found?.resolve(Buffer.from(answer.content));
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
