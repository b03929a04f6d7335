import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const startMs = 60_000;

interface ThreadOptions {
  /** What its own memory may come to; a thread that needs more is ended. */
  mostMegabytes?: number;
}

/** Starts a worker of this folder, which says something as soon as it can be asked. */
export async function startThread(
  name: 'pdf-worker' | 'table-worker',
  { mostMegabytes }: ThreadOptions = {},
): Promise<Worker> {
  const resourceLimits =
    mostMegabytes === undefined
      ? {}
      : { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 16 };
  const thread = newThread(name, { resourceLimits });
  // One that fails between two questions is found out by the next.
  thread.on('error', () => undefined);
  await nextMessage(thread, { deadlineMs: startMs, late: () => new Error('The worker is late') });
  return thread;
}

interface Patience {
  deadlineMs: number;
  /** What is thrown when it takes longer. */
  late: () => Error;
}

/** Sends a thread one question and waits for the response; a thread that fails or takes too long is ended. */
export function responseOf<T>(thread: Worker, question: unknown, patience: Patience): Promise<T> {
  const response = nextMessage<T>(thread, patience);
  thread.postMessage(question);
  return response;
}

function nextMessage<T>(thread: Worker, { deadlineMs, late }: Patience): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const message = once(thread, 'message', { signal }) as Promise<[T]>;
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The worker has ended');
  });
  const tooLate = sleep(deadlineMs, undefined, { signal }).then(() => {
    throw late();
  });
  return Promise.race([message, ended, tooLate])
    .then(([message]) => message)
    .catch(async (error: unknown) => {
      await thread.terminate();
      throw error;
    })
    .finally(() => settled.abort());
}

/** Whether a thread was ended because it needed more memory than it may have. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function newThread(name: string, options: { resourceLimits: object }): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(path.join(rootFolder(), `dist/server/${name}.js`), options);
  }
  const source = JSON.stringify(path.join(import.meta.dirname, `${name}.ts`));
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { ...options, eval: true });
}

/** The folder of the product. */
function rootFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
