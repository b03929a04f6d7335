import type { FileHandle } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { createGate } from '~/kit/server/gate';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Encoding } from '~/kit/shared/csv/encodings';
import { SheetProblem, tooLarge } from '~/kit/shared/sheets/zip-reader';
import type { TableFacts } from './table-reading';
import { unpackRows } from './table-rows';
import type { TableAnswer, TableQuestion } from './table-worker';
import { answerOf, isOutOfMemory, startThread } from './threads';

/** A file of rows, regardless of its format. */
export interface TableFile extends TableFacts {
  /** The rows in blocks of at most `size`, the first one beginning with the header; from the start at each call. */
  blocks: (size: number) => AsyncGenerator<CsvRow[]>;
}

interface TableLimits {
  /** So long the facts of a file or a block of its rows may take. */
  deadlineMs: number;
  /** Of each thread. */
  mostMegabytes: number;
}

const sentence = 'Too many files are being read. Please try again in a minute.';
const tooSlow = 'Reading this file takes too long. Save it as CSV or in parts.';

/** Small enough that a block is judged within a tenth of a second, whatever its cells hold. */
const most = { cells: 50_000, characters: 1_000_000 };
/** A thread that has taken more is not kept for the next file. */
const mostKeptBytes = 33_554_432;

/** Threads that read files, each asked by one file at a time; small ones are kept for the next files. */
function tableThreads({ deadlineMs, mostMegabytes }: TableLimits) {
  const patience = { deadlineMs, late: () => new SheetProblem(tooSlow) };
  const idle: Worker[] = [];

  async function take() {
    const kept = idle.pop();
    kept?.ref();
    const thread = kept ?? (await startThread('table-worker', { mostMegabytes }));
    let isLost = false;
    return {
      ask: async (question: TableQuestion): Promise<TableAnswer> => {
        const asked = answerOf<TableAnswer>(thread, question, patience);
        const answer = await asked.catch((error: unknown) => {
          isLost = true;
          throw isOutOfMemory(error) ? new SheetProblem(tooLarge) : error;
        });
        if (answer.problem !== undefined) throw new SheetProblem(answer.problem);
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer;
      },
      end: async () => (isLost ? undefined : giveBack(thread).catch(() => undefined)),
    };
  }

  async function giveBack(thread: Worker): Promise<void> {
    const { heapBytes = Infinity } = await answerOf<TableAnswer>(thread, { what: 'end' }, patience);
    if (heapBytes > mostKeptBytes) await thread.terminate();
    else idle.push(thread);
    thread.unref();
  }

  return take;
}

/**
 * Reads files that people bring in worker threads with a deadline and a bound of their memory
 * (docs/product/imports.md#files). Throws `SheetProblem` for a file that cannot be read.
 */
export function tableReader(limits: TableLimits) {
  const gate = createGate({ running: 3, waiting: 100, sentence, retryAfterSeconds: 60 });
  const take = tableThreads(limits);

  async function* answersOf(
    first: TableQuestion,
    further: TableQuestion,
  ): AsyncGenerator<TableAnswer> {
    const leave = await gate.enter();
    try {
      const { ask, end } = await take();
      let coming = ask(first);
      try {
        for (;;) {
          const answer = await coming;
          // The next one is worked out while this one is used.
          if (answer.block) coming = ask(further);
          coming.catch(() => undefined);
          yield answer;
          if (!answer.block) return;
        }
      } finally {
        await coming.catch(() => undefined);
        await end();
      }
    } finally {
      leave();
    }
  }

  return async (handle: FileHandle, encoding?: Encoding): Promise<TableFile> => {
    const { size } = await handle.stat();
    const file = { fd: handle.fd, size, encoding };
    const blocks = async function* (rows: number) {
      const question = { what: 'rows', file, most: { ...most, rows } } as const;
      for await (const { block } of answersOf(question, { what: 'next' })) {
        if (block) yield unpackRows(block);
      }
    };
    for await (const { facts } of answersOf({ what: 'facts', file }, { what: 'next' })) {
      if (facts) return { ...facts, blocks };
    }
    throw new Error('The worker sent no result for the file');
  };
}

export const inspectTable = tableReader({ deadlineMs: 30_000, mostMegabytes: 128 });

/** At most so many rows of the beginning of a file. */
export async function firstRows(table: TableFile, count: number): Promise<CsvRow[]> {
  for await (const block of table.blocks(count)) return block;
  return [];
}
