export interface CsvRow {
  line: number;
  cells: string[];
  /** The columns of the cells that a spreadsheet stores as numbers: with a point, regardless of how texts are written. */
  numbers?: number[];
  problem?: string;
}

/** In characters; a CSV row that is longer has a quote that is never closed. */
export const longestRow = 1_000_000;
/** The characters that a cell can hold in Excel. */
export const longestCell = 32_767;
export const mostColumns = 500;

const neverClosed = 'This row has an unclosed quote';
const textAfterQuote = 'There is text after a closing quote in this row';

/**
 * Parses CSV text as it arrives: quoted cells with line breaks, doubled quotes, any line ending. An unclosed quote
 * spoils its own line alone. Our own, because csv-parse takes four times as long (docs/decisions/0007).
 */
export class CsvReader {
  private rest = '';
  private line = 1;

  constructor(private readonly separator: string) {}

  push(text: string): CsvRow[] {
    return this.read(this.rest + text, false);
  }

  end(): CsvRow[] {
    return this.read(this.rest, true);
  }

  private read(text: string, atEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < text.length) {
      const found = readRow(text, at, { separator: this.separator, atEnd });
      if (!found) break;
      const { cells, end } = found;
      const problem = found.problem ?? sizeProblem(found);
      if (problem !== undefined) rows.push({ line: this.line, cells: cells.map(cut), problem });
      else if (!isBlank(cells)) rows.push({ line: this.line, cells });
      this.line += breaksIn(text, at, end);
      at = end;
    }
    this.rest = at < text.length ? text.slice(at) : '';
    return rows;
  }
}

interface Match {
  /** As many as a row may have. */
  cells: string[];
  /** Whether the cells after these hold anything. */
  isWider: boolean;
  end: number;
  problem?: string;
}

interface Reading {
  separator: string;
  atEnd: boolean;
}

function readRow(text: string, start: number, reading: Reading): Match | null {
  const { separator, atEnd } = reading;
  const lineEnd = endOfLine(text, start, atEnd);
  const tooLong = text.length - start > longestRow;
  if (lineEnd < 0)
    return tooLong ? brokenRow(text, start, { ...reading, problem: neverClosed }) : null;
  const line = withoutReturn(text.slice(start, lineEnd));
  if (!line.includes('"')) return { ...cellsOf(line, separator), end: lineEnd + 1 };
  const found = readQuoted(text, start, reading);
  if (typeof found === 'string') return brokenRow(text, start, { ...reading, problem: found });
  if (found) return found;
  return atEnd || tooLong ? brokenRow(text, start, { ...reading, problem: neverClosed }) : null;
}

function cellsOf(line: string, separator: string): Pick<Match, 'cells' | 'isWider'> {
  const cells = line.split(separator, mostColumns);
  if (cells.length < mostColumns) return { cells, isWider: false };
  const end = cells.reduce((sum, { length }) => sum + length + 1, 0);
  for (let at = end; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character !== separator && character.trim() !== '') return { cells, isWider: true };
  }
  return { cells, isWider: false };
}

function readQuoted(
  text: string,
  start: number,
  { separator, atEnd }: Reading,
): Match | null | string {
  const cells: string[] = [];
  let isWider = false;
  const add = (cell: string) => {
    if (cells.length < mostColumns) cells.push(cell);
    else isWider ||= cell.trim() !== '';
  };
  let lineEnd = endOfLine(text, start, atEnd);
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0 || close - start > longestRow) return null;
      if (close > lineEnd) lineEnd = endOfLine(text, close, atEnd);
      if (lineEnd < 0) return null;
      add(text.slice(at + 1, close).replaceAll('""', '"'));
      at = endOfCell(text, close + 1, { separator, lineEnd });
      if (text.slice(close + 1, at).trim() !== '') return textAfterQuote;
    } else {
      const end = endOfCell(text, at, { separator, lineEnd });
      const cell = text.slice(at, end);
      add(end === lineEnd ? withoutReturn(cell) : cell);
      at = end;
    }
    if (at >= lineEnd) return { cells, isWider, end: lineEnd + 1 };
  }
}

function endOfLine(text: string, from: number, atEnd: boolean): number {
  const at = text.indexOf('\n', from);
  return at < 0 && atEnd ? text.length : at;
}

function endOfCell(
  text: string,
  from: number,
  row: { separator: string; lineEnd: number },
): number {
  // Within the line alone: in a file without separators each line would be searched to the end of the text.
  const at = text.slice(from, row.lineEnd).indexOf(row.separator);
  return at < 0 ? row.lineEnd : from + at;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function brokenRow(text: string, start: number, broken: Reading & { problem: string }): Match {
  const found = endOfLine(text, start, broken.atEnd);
  const lineEnd = found < 0 ? text.length : found;
  const line = withoutReturn(text.slice(start, Math.min(lineEnd, start + longestRow)));
  return { ...cellsOf(line, broken.separator), end: lineEnd + 1, problem: broken.problem };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function sizeProblem({ cells, isWider }: Match): string | undefined {
  if (isWider) return `The row has more than ${mostColumns} cells`;
  const isLong = cells.some(({ length }) => length > longestCell);
  return isLong ? `A cell of this row has more than ${longestCell} characters` : undefined;
}

function cut(cell: string): string {
  return cell.slice(0, longestCell);
}

const separators = [',', ';', '\t'];
const sniffedLines = 20;

/**
 * The separator that a first line `sep=;` names. Else the one that occurs equally often in the most of the first lines,
 * outside quotes, so that titles above the header do not count; of several, the most frequent in the first line. A comma
 * where none occurs.
 */
export function separatorOf(start: string): string {
  const named = /^sep=([^\r\n])\r?(?:\n|$)/i.exec(start)?.[1];
  if (named !== undefined) return named;
  const lines = countsOf(start);
  const ranked = separators.map((separator, at) => {
    const counts = lines.map((line) => line[at] ?? 0).filter((count) => count > 0);
    const alike = counts.map((count) => counts.filter((other) => other === count).length);
    return { separator, lines: Math.max(0, ...alike), first: lines[0]?.[at] ?? 0 };
  });
  ranked.sort((one, other) => other.lines - one.lines || other.first - one.first);
  return ranked[0]?.separator ?? ',';
}

/** How often each separator occurs in each of the first lines. */
function countsOf(start: string): number[][] {
  const lines = [separators.map(() => 0)];
  let isQuoted = false;
  for (const character of start) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' && lines.length === sniffedLines) break;
    if (character === '\n') lines.push(separators.map(() => 0));
    const at = separators.indexOf(character);
    const line = lines.at(-1);
    if (at >= 0 && line) line[at] = (line[at] ?? 0) + 1;
  }
  return lines;
}
