import type { FileHandle } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { createLimiter } from '~/kit/server/limiter';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Encoding } from '~/kit/shared/csv/encodings';
import type { SheetStart } from '~/kit/shared/sheets/sheet-starts';
import { SheetProblem, tooLarge } from '~/kit/shared/sheets/zip-reader';
import type { TableSummary } from './table-reading';
import { unpackRows } from './table-rows';
import type { TableResponse, TableQuestion } from './table-worker';
import { responseOf, isOutOfMemory, startThread } from './threads';

/** A file of rows, regardless of its format. */
export interface TableFile extends TableSummary {
  /** The place of the sheet that is read. */
  sheet: number;
  /** The rows in blocks of at most `size`, the first one beginning with the header; from the start at each call. */
  blocks: (size: number) => AsyncGenerator<CsvRow[]>;
}

interface TableChoice {
  /** Of a text; detected unless given. */
  encoding?: Encoding | undefined;
  /** The place of the sheet to be read; the first one unless given. */
  sheetOf?: (sheets: readonly SheetStart[]) => number;
}

interface TableLimits {
  /** So long the facts of a file or a block of its rows may take. */
  deadlineMs: number;
  /** Of each thread. */
  mostMegabytes: number;
}

const message = 'Too many files are being read. Please try again in a minute.';
const tooSlow = 'Reading this file takes too long. Save it as CSV or in parts.';

/** Small enough that a block with any content is judged within a tenth of a second. */
const most = { cells: 50_000, characters: 1_000_000 };
/** A thread that has taken more is not kept for the next file. */
const mostCachedBytes = 33_554_432;

/** Threads that read files, each asked by one file at a time; small ones are kept for the next files. */
function tableThreads({ deadlineMs, mostMegabytes }: TableLimits) {
  const patience = { deadlineMs, late: () => new SheetProblem(tooSlow) };
  const idle: Worker[] = [];

  async function take() {
    const cached = idle.pop();
    cached?.ref();
    const thread = cached ?? (await startThread('table-worker', { mostMegabytes }));
    let isLost = false;
    return {
      ask: async (question: TableQuestion): Promise<TableResponse> => {
        const pending = responseOf<TableResponse>(thread, question, patience);
        const response = await pending.catch((error: unknown) => {
          isLost = true;
          throw isOutOfMemory(error) ? new SheetProblem(tooLarge) : error;
        });
        if (response.problem !== undefined) throw new SheetProblem(response.problem);
        if (response.error !== undefined) throw new Error(response.error);
        return response;
      },
      end: async () => (isLost ? undefined : giveBack(thread).catch(() => undefined)),
    };
  }

  async function giveBack(thread: Worker): Promise<void> {
    const { heapBytes = Infinity } = await responseOf<TableResponse>(
      thread,
      { what: 'end' },
      patience,
    );
    if (heapBytes > mostCachedBytes) await thread.terminate();
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
  const limiter = createLimiter({ running: 3, waiting: 100, message, retryAfterSeconds: 60 });
  const take = tableThreads(limits);

  async function* responsesOf(
    first: TableQuestion,
    further: TableQuestion,
  ): AsyncGenerator<TableResponse> {
    const leave = await limiter.enter();
    try {
      const { ask, end } = await take();
      let coming = ask(first);
      try {
        for (;;) {
          const response = await coming;
          // The next one is worked out while this one is used.
          if (response.block) coming = ask(further);
          coming.catch(() => undefined);
          yield response;
          if (!response.block) return;
        }
      } finally {
        await coming.catch(() => undefined);
        await end();
      }
    } finally {
      leave();
    }
  }

  return async (
    handle: FileHandle,
    { encoding, sheetOf = () => 0 }: TableChoice = {},
  ): Promise<TableFile> => {
    const { size } = await handle.stat();
    const file = { fd: handle.fd, size, encoding };
    const blocksOf = (sheet: number) =>
      async function* (rows: number) {
        const question = { what: 'rows', file, sheet, most: { ...most, rows } } as const;
        for await (const { block } of responsesOf(question, { what: 'next' })) {
          if (block) yield unpackRows(block);
        }
      };
    for await (const { summary } of responsesOf({ what: 'facts', file }, { what: 'next' })) {
      if (!summary) continue;
      const sheet = sheetOf(summary.sheets);
      const total = summary.sheets[sheet]?.total ?? summary.total;
      return { ...summary, total, sheet, blocks: blocksOf(sheet) };
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
