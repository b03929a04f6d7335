import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import type { Mapping } from '../mapping.rules';

interface StoredMapping {
  subject: Kind;
  headings: readonly string[];
  /** Perhaps in the form of an older version. */
  mapping: unknown;
}

const mostMappings = 20;
const longestStored = 20_000;
const mappingsKey = (person: number) => `import-mappings-${person}`;

/** Where the columns of a file with these headings went the last time that this person imported one here. */
export function mappingBefore(person: number, subject: Kind, headings: readonly string[]): unknown {
  return storedMappings(person).find((each) => isOf(each, subject, headings))?.mapping;
}

/** Keeps it for the next such file; of the last twenty kinds of files. */
export function keepMapping(
  person: number,
  subject: Kind,
  { headings, mapping }: { headings: readonly string[]; mapping: Mapping },
): void {
  const others = storedMappings(person).filter((each) => !isOf(each, subject, headings));
  const all = [{ subject, headings, mapping }, ...others].slice(0, mostMappings);
  const text = JSON.stringify(all);
  if (text.length <= longestStored * mostMappings) writeStored(mappingsKey(person), text);
}

function isOf(each: StoredMapping, subject: Kind, headings: readonly string[]): boolean {
  return each.subject === subject && JSON.stringify(each.headings) === JSON.stringify(headings);
}

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

const keyOf = (subject: Kind) => `${subject}-import`;

/** The import that this browser watches: its job, or `sent` before that is known; null for none. */
export function remembered(subject: Kind): string | null {
  return readStored(keyOf(subject));
}

export function remember(subject: Kind, what: string): void {
  writeStored(keyOf(subject), what);
}

export function forget(subject: Kind): void {
  writeStored(keyOf(subject), null);
}
