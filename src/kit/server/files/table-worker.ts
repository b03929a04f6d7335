import { read } from 'node:fs';
import { promisify } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Encoding } from '~/kit/shared/csv/encodings';
import { type ByteSource, SheetProblem } from '~/kit/shared/sheets/zip-reader';
import { type BlockSize, inBlocks, readTable, type TableSummary } from './table-reading';
import { type PackedRows, packRows } from './table-rows';

/** The file is that of a handle which stays open in the thread that asks. */
export type TableQuestion =
  | { what: 'facts'; file: TableHandle }
  | { what: 'rows'; file: TableHandle; sheet: number; most: BlockSize }
  | { what: 'next' }
  | { what: 'end' };

export interface TableHandle {
  fd: number;
  size: number;
  /** Of a text; detected where it is not given. */
  encoding?: Encoding | undefined;
}

/** The response to a question, or the reason why it failed. */
export interface TableResponse {
  summary?: TableSummary;
  /** Null after the last one. */
  block?: PackedRows | null;
  heapBytes?: number;
  /** A sentence for a person. */
  problem?: string;
  error?: string;
}

const readPiece = promisify(read);

let blocks: AsyncGenerator<CsvRow[]> | null = null;

parentPort?.on('message', (question: TableQuestion) => void respond(question));
parentPort?.postMessage('ready');

async function respond(question: TableQuestion): Promise<void> {
  const response = await responseTo(question).catch(failureOf);
  parentPort?.postMessage(response);
}

async function responseTo(question: TableQuestion): Promise<TableResponse> {
  switch (question.what) {
    case 'facts':
      return { summary: await (await tableOf(question.file)).summary() };
    case 'rows':
      blocks = inBlocks((await tableOf(question.file)).rows(question.sheet), question.most);
      return nextBlock();
    case 'next':
      return nextBlock();
    case 'end':
      await blocks?.return(undefined);
      blocks = null;
      return { heapBytes: getHeapStatistics().total_heap_size };
  }
}

async function nextBlock(): Promise<TableResponse> {
  const next = await blocks?.next();
  return { block: !next || next.done ? null : packRows(next.value) };
}

function failureOf(error: unknown): TableResponse {
  return error instanceof SheetProblem ? { problem: error.message } : { error: String(error) };
}

function tableOf(file: TableHandle): ReturnType<typeof readTable> {
  return readTable(sourceOf(file), file.encoding);
}

function sourceOf({ fd, size }: TableHandle): ByteSource {
  return {
    size,
    read: async (from, to) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      const { bytesRead } = await readPiece(fd, bytes, 0, bytes.byteLength, from);
      return bytes.subarray(0, bytesRead);
    },
  };
}
