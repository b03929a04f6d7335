import { parseNumber, plainNumber } from '~/kit/shared/money/typed-numbers';
import type { Field } from '~/kit/shared/fields/fields';

/** The value of a cell, to be validated by the field's schema; null for an empty one. */
export function parseCell(field: Field, cell: string): unknown {
  const text = fused(cell);
  switch (field.kind) {
    case 'money':
    case 'quantity':
    case 'wholeNumber':
    case 'link':
      return parseNumber(text, field.currency);
    case 'flag':
      return parseFlag(text.trim());
    case 'choice':
    case 'day':
    case 'instant':
      return text.trim() === '' ? null : text.trim();
    default:
      return text.trim() === '' ? null : text;
  }
}

/** The cell that `parseCell` reads back as the same value; no spreadsheet runs it as a formula. */
export function printCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? defused(value) : String(value);
}

export function printRow(cells: readonly string[], separator = ','): string {
  return `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
}

function quoted(cell: string, separator: string): string {
  const plain = !/["\r\n]/.test(cell) && !cell.includes(separator) && cell === cell.trim();
  return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

const runs = /^'*[=+@\t\r-]/;
export const formulaStart = runs.source;

/** Puts an apostrophe before a text that a spreadsheet would run. */
export function defused(text: string): string {
  return runs.test(text) ? `'${text}` : text;
}

function fused(cell: string): string {
  return cell.startsWith("'") && runs.test(cell) ? cell.slice(1) : cell;
}

export function isNumber(cell: string): boolean {
  return plainNumber(cell) !== null;
}

const flags = new Map<string, boolean>([
  ...['true', 'yes', 'active', '1', 'y', 'enabled', 'on'].map((word): [string, boolean] => [
    word,
    true,
  ]),
  ...['false', 'no', 'inactive', '0', 'n', 'disabled', 'off'].map((word): [string, boolean] => [
    word,
    false,
  ]),
]);

function parseFlag(text: string): unknown {
  return text === '' ? null : (flags.get(text.toLowerCase()) ?? text);
}
