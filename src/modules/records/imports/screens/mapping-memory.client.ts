import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import type { Mapping } from '../mapping.rules';
import { read, write } from './import-memory.client';

interface KeptMapping {
  subject: Kind;
  headings: readonly string[];
  /** Perhaps in the form of an older version. */
  mapping: unknown;
}

const mostMappings = 20;
const longestKept = 20_000;
const mappingsKey = (person: number) => `import-mappings-${person}`;

/** Where the columns of a file with these headings went the last time that this person imported one here. */
export function mappingBefore(person: number, subject: Kind, headings: readonly string[]): unknown {
  return keptMappings(person).find((each) => isOf(each, subject, headings))?.mapping;
}

/** Keeps it for the next such file; of the last twenty kinds of files. */
export function keepMapping(
  person: number,
  subject: Kind,
  { headings, mapping }: { headings: readonly string[]; mapping: Mapping },
): void {
  const others = keptMappings(person).filter((each) => !isOf(each, subject, headings));
  const all = [{ subject, headings, mapping }, ...others].slice(0, mostMappings);
  const text = JSON.stringify(all);
  if (text.length <= longestKept * mostMappings) write(mappingsKey(person), text);
}

function isOf(each: KeptMapping, subject: Kind, headings: readonly string[]): boolean {
  return each.subject === subject && JSON.stringify(each.headings) === JSON.stringify(headings);
}

function keptMappings(person: number): KeptMapping[] {
  try {
    const kept: unknown = JSON.parse(read(mappingsKey(person)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(each: unknown): each is KeptMapping {
  return typeof each === 'object' && each !== null && 'mapping' in each;
}
