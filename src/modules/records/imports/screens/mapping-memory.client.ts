import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { headingAt, mostHeadingRows } from '../heading-row.rules';
import { guessedMapping, type Mapping, mappingOf } from '../mapping.rules';
import type { FileHead } from './file-heads.client';
import type { ImportScreen } from './import-screens.client';
import { rememberedFor } from './map-columns.client';

interface StoredMapping {
  subject: Kind;
  headings: readonly string[];
  /** Perhaps in the form of an older version. */
  mapping: unknown;
}

const mostMappings = 20;
const longestStored = 20_000;
const mappingsKey = (person: number) => `import-mappings-${person}`;

/** Where the columns of files go: as this person mapped the same ones here before, or else by their names. */
export function mappingsOf(person: number, { subject, format }: ImportScreen) {
  const isOf = (each: StoredMapping, headings: readonly string[]) =>
    each.subject === subject && JSON.stringify(each.headings) === JSON.stringify(headings);
  const before = (headings: readonly string[]) =>
    storedMappings(person).find((each) => isOf(each, headings))?.mapping;
  return {
    /** The row of headings: one that was mapped before, or else the first that looks like it. */
    headingAt: (rows: readonly CsvRow[]) => {
      const at = rows
        .slice(0, mostHeadingRows)
        .findIndex(({ cells }) => before(cells.map((cell) => cell.trim())) !== undefined);
      return at >= 0 ? at : headingAt(rows, format);
    },
    wasMapped: ({ headings }: FileHead) => before(headings) !== undefined,
    find: (head: FileHead): Mapping => {
      const { headings, header, rows } = head;
      const stored = mappingOf(before(headings), headings, format)?.mapping;
      const mapping = stored
        ? rememberedFor(head, format, stored)
        : guessedMapping(headings, format, rows);
      return { ...mapping, heading_line: header.line };
    },
    /** Keeps a mapping for the next such file; of the last twenty kinds of files. */
    keep: ({ headings }: FileHead, mapping: Mapping) => {
      const others = storedMappings(person).filter((each) => !isOf(each, headings));
      const all = [{ subject, headings, mapping }, ...others].slice(0, mostMappings);
      const text = JSON.stringify(all);
      if (text.length <= longestStored * mostMappings) writeStored(mappingsKey(person), text);
    },
  };
}

export type Mappings = ReturnType<typeof mappingsOf>;

function storedMappings(person: number): StoredMapping[] {
  try {
    const stored: unknown = JSON.parse(readStored(mappingsKey(person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    return [];
  }
}

function isStored(each: unknown): each is StoredMapping {
  return typeof each === 'object' && each !== null && 'mapping' in each;
}
