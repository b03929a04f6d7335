export interface CsvRow {
  line: number;
  cells: string[];
  problem?: string;
}

/** A row longer than this (characters) has a quote that is never closed. */
const longestRow = 1_000_000;

const neverClosed = 'A quote is opened in this row and never closed';
const textAfterQuote = 'A quoted cell must end at its closing quote';

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
      const { cells, end, problem } = found;
      if (problem !== undefined) rows.push({ line: this.line, cells, problem });
      else if (!isBlank(cells)) rows.push({ line: this.line, cells });
      this.line += breaksIn(text, at, end);
      at = end;
    }
    this.rest = at < text.length ? text.slice(at) : '';
    return rows;
  }
}

interface Found {
  cells: string[];
  end: number;
  problem?: string;
}

interface Reading {
  separator: string;
  atEnd: boolean;
}

function readRow(text: string, start: number, reading: Reading): Found | null {
  const { separator, atEnd } = reading;
  const lineEnd = endOfLine(text, start, atEnd);
  const tooLong = text.length - start > longestRow;
  if (lineEnd < 0)
    return tooLong ? brokenRow(text, start, { ...reading, problem: neverClosed }) : null;
  const line = withoutReturn(text.slice(start, lineEnd));
  if (!line.includes('"')) return { cells: line.split(separator), end: lineEnd + 1 };
  const found = readQuoted(text, start, reading);
  if (typeof found === 'string') return brokenRow(text, start, { ...reading, problem: found });
  if (found) return found;
  return atEnd || tooLong ? brokenRow(text, start, { ...reading, problem: neverClosed }) : null;
}

function readQuoted(
  text: string,
  start: number,
  { separator, atEnd }: Reading,
): Found | null | string {
  const cells: string[] = [];
  let lineEnd = endOfLine(text, start, atEnd);
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0 || close - start > longestRow) return null;
      if (close > lineEnd) lineEnd = endOfLine(text, close, atEnd);
      if (lineEnd < 0) return null;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = endOfCell(text, close + 1, { separator, lineEnd });
      if (text.slice(close + 1, at).trim() !== '') return textAfterQuote;
    } else {
      const end = endOfCell(text, at, { separator, lineEnd });
      const cell = text.slice(at, end);
      cells.push(end === lineEnd ? withoutReturn(cell) : cell);
      at = end;
    }
    if (at >= lineEnd) return { cells, end: lineEnd + 1 };
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

function brokenRow(text: string, start: number, broken: Reading & { problem: string }): Found {
  const found = endOfLine(text, start, broken.atEnd);
  const lineEnd = found < 0 ? text.length : found;
  const line = withoutReturn(text.slice(start, Math.min(lineEnd, start + longestRow)));
  return { cells: line.split(broken.separator), end: lineEnd + 1, problem: broken.problem };
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

const separators = [',', ';', '\t'];

/** The separator that occurs most often in the header line, outside quotes; a comma where none occurs. */
export function separatorOf(start: string): string {
  const header = (/^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(start)?.[0] ?? '').replaceAll(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const counts = separators.map((each) => header.split(each).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}
