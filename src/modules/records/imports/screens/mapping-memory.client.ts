import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import { columnLabels } from '../columns.rules';
import { guessedMapping } from '../guess.rules';
import { headingAt, headingRow, mostHeadingRows } from '../heading-row.rules';
import { type Mapping, mappingOf } from '../mapping.rules';
import type { FileHead } from './file-heads.client';
import type { ImportScreen } from './import-screens.client';
import { rememberedFor } from './map-columns.client';

interface StoredMapping {
  subject: KindWithRights;
  /** The names of the columns. */
  headings: readonly string[];
  /** Perhaps in the form of an older version. */
  mapping: unknown;
}

const mostMappings = 20;
const longestStored = 20_000;
const mappingsKey = (person: number) => `import-mappings-${person}`;

/** Where the columns of files go: as this person mapped the same ones here before, or else by their names. */
export function mappingsOf(person: number, { subject, format }: ImportScreen) {
  const isOf = (each: StoredMapping, labels: readonly string[]) =>
    each.subject === subject && JSON.stringify(each.headings) === JSON.stringify(labels);
  const before = (headings: readonly string[]) => {
    const labels = columnLabels(headings);
    return storedMappings(person).find((each) => isOf(each, labels))?.mapping;
  };
  return {
    /** The row of headings: one that was mapped before, or else the first that looks like it. */
    headingAt: (rows: readonly CsvRow[]) => {
      const at = rows
        .slice(0, mostHeadingRows)
        .findIndex((_, at) => before(headingRow(rows, at)?.header.cells ?? []) !== undefined);
      return at >= 0 ? at : headingAt(rows, format);
    },
    wasMapped: ({ header }: FileHead) => before(header.cells) !== undefined,
    find: (head: FileHead): Mapping => {
      const { header, rows } = head;
      const stored = mappingOf(before(header.cells), header.cells, format)?.mapping;
      const mapping = stored
        ? rememberedFor(head, format, stored)
        : guessedMapping(header.cells, format, rows);
      return { ...mapping, heading_line: header.line };
    },
    /** Keeps a mapping for the next such file; of the last twenty kinds of files. */
    keep: ({ header }: FileHead, mapping: Mapping) => {
      const headings = columnLabels(header.cells);
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
