import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { isMapping, type Mapping } from '../mapping.rules';

const keyOf = (subject: Kind) => `${subject}-import`;

/** The import that this browser watches: its job, or `sent` before that is known; null for none. */
export function remembered(subject: Kind): string | null {
  return read(keyOf(subject));
}

export function remember(subject: Kind, what: string): void {
  write(keyOf(subject), what);
}

export function forget(subject: Kind): void {
  write(keyOf(subject), null);
}

interface KeptMapping {
  subject: Kind;
  headings: readonly string[];
  mapping: Mapping;
}

const mostMappings = 20;
const longestKept = 20_000;
const mappingsKey = (person: number) => `import-mappings-${person}`;

/** Where the columns of a file with these headings went the last time that this person imported one here. */
export function mappingBefore(
  person: number,
  subject: Kind,
  headings: readonly string[],
): Mapping | null {
  const same = (each: KeptMapping) => isOf(each, subject, headings);
  return keptMappings(person).find(same)?.mapping ?? null;
}

/** Keeps it for the next such file; of the last twenty kinds of files. */
export function keepMapping(
  person: number,
  subject: Kind,
  { headings, mapping }: Omit<KeptMapping, 'subject'>,
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
  return typeof each === 'object' && each !== null && 'mapping' in each && isMapping(each.mapping);
}

// Storage may be full or forbidden; what is to be remembered then lasts as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}
