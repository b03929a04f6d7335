import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { shortened } from '~/kit/shared/fields/cut-text';
import type { Remark } from './rows.rules';

/** All remarks of one kind on one field. */
export interface NotedRemark {
  change: Remark['change'];
  label: string;
  heading: string;
  /** The number of cells. */
  count: number;
  /** Their texts, each once. */
  texts: Set<string>;
}

interface Noted {
  unused: readonly string[];
  /** The lines of rows without a record. */
  skipped: readonly number[];
  remarks: readonly NotedRemark[];
}

const mostShown = 5;
const longestShown = 40;
const longestNote = 1000;

/**
 * What an import leaves out or changes, a sentence each, with the names of the columns
 * (docs/product/imports.md#notes).
 */
export function notesOf({ unused, skipped, remarks }: Noted): string[] {
  const columns = unused.map((heading) => `"${shortened(heading, longestShown)}"`);
  return [
    ...(columns.length > 0 ? [`Columns left out: ${columns.join(', ')}`] : []),
    ...remarks.map(noteOf),
    ...(skipped.length > 0 ? [skippedText(skipped)] : []),
  ].map((note) => shortened(note, longestNote));
}

function skippedText(lines: readonly number[]): string {
  const shown = lines.slice(0, mostShown).join(', ');
  const more = lines.length > mostShown ? ', …' : '';
  return `${counted(lines.length, 'row')} without a record left out: line ${shown}${more}`;
}

function noteOf({ change, label, heading, count, texts }: NotedRemark): string {
  const shown = [...texts].slice(0, mostShown).map((text) => `"${shortened(text, longestShown)}"`);
  const list = `${shown.join(', ')}${texts.size > mostShown ? ', …' : ''}`;
  const cells = counted(count, 'cell');
  const values = counted(texts.size, 'value');
  const isOne = texts.size === 1;
  switch (change) {
    case 'left_empty':
      return `${label}: ${values} ${isOne ? 'was not known and was' : 'were not known and were'} left empty: ${list}`;
    case 'not_gstin':
      return `${label}: ${values} ${isOne ? 'is not a GSTIN and was' : 'are not GSTINs and were'} left empty: ${list}`;
    case 'first_of_several':
      return `${label}: ${cells} with several values, of which the first counts: ${list}`;
    case 'other_column':
      return `${label}: "${heading}" has another value in ${counted(count, 'row')}, which is left out: ${list}`;
    case 'stood_in':
      return `${label}: empty in ${counted(count, 'row')}, filled from ${[...texts].join('')}`;
    case 'same_company':
      return `${label}: ${counted(count, 'row')} with the company of an earlier row, each a new customer: ${list}`;
    case 'as_contact':
      return `${label}: ${counted(count, 'row')} added to the contacts of a customer with the same company: ${list}. Only name, position, email and phone count`;
    case 'only_new':
      return `${label}: left out in ${counted(count, 'row')} of existing records. It counts for new ones only`;
    case 'negative_as_zero':
      return `${label}: ${cells} below zero, read as 0: ${list}`;
    case 'rounded':
      return `${label}: ${cells} rounded: ${list}`;
    case 'cut':
      return `${label}: ${formatNumber(count)} long ${count === 1 ? 'text was' : 'texts were'} cut: ${list}`;
    default:
      return `${label}: ${list}`;
  }
}
