import type { CsvRow } from '~/kit/shared/csv/csv-reader';

/** Rows as they go from thread to thread: one text and a few numbers are copied in no time, many small texts are not. */
export interface PackedRows {
  text: string;
  /** The lengths of all cells, row by row. */
  lengths: Uint32Array<ArrayBuffer>;
  /** 1 for each cell that a spreadsheet stores as a number. */
  areNumbers: Uint8Array<ArrayBuffer>;
  /** Line and number of cells of each row. */
  rows: Uint32Array<ArrayBuffer>;
  problems: readonly { row: number; problem: string }[];
}

export function packRows(rows: readonly CsvRow[]): PackedRows {
  const count = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  const lengths = new Uint32Array(count);
  const areNumbers = new Uint8Array(count);
  const heads = new Uint32Array(rows.length * 2);
  const problems: PackedRows['problems'][number][] = [];
  let text = '';
  let at = 0;
  for (const [row, { line, cells, numbers = [], problem }] of rows.entries()) {
    heads.set([line, cells.length], row * 2);
    if (problem !== undefined) problems.push({ row, problem });
    for (const column of numbers) areNumbers[at + column] = 1;
    for (const cell of cells) {
      text += cell;
      lengths[at] = cell.length;
      at += 1;
    }
  }
  return { text, lengths, areNumbers, rows: heads, problems };
}

export function unpackRows({ text, lengths, areNumbers, rows, problems }: PackedRows): CsvRow[] {
  const all: CsvRow[] = [];
  let from = 0;
  let at = 0;
  for (let row = 0; row < rows.length; row += 2) {
    const cells: string[] = [];
    const numbers: number[] = [];
    for (const end = at + (rows[row + 1] ?? 0); at < end; at += 1) {
      const length = lengths[at] ?? 0;
      if (areNumbers[at] === 1) numbers.push(cells.length);
      cells.push(text.slice(from, from + length));
      from += length;
    }
    const line = rows[row] ?? 0;
    all.push(numbers.length > 0 ? { line, cells, numbers } : { line, cells });
  }
  for (const { row, problem } of problems) {
    const found = all[row];
    if (found) found.problem = problem;
  }
  return all;
}
