import { columnNames, type CsvFormat, type Mapping } from './headings.rules';

interface Read {
  mapping: Mapping;
  problems: readonly string[];
}

const shape = 'The mapping must be a JSON object of columns and their fields';

/**
 * Reads a mapping as it is sent and says what is wrong with it for a file with these headings, a sentence each
 * (docs/product/imports.md#mapping).
 */
export function readMapping(text: string, headings: readonly string[], format: CsvFormat): Read {
  const sent = parsed(text);
  if (sent === null) return { mapping: {}, problems: [shape] };
  const named = columnNames(format);
  const known = new Set(format.columns.map(({ name }) => name));
  const there = new Set(headings.map((heading) => heading.trim()));
  const mapping: Record<string, string | null> = {};
  const holders = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, target] of Object.entries(sent)) {
    const column = key.trim();
    const name = target === null || target.trim() === '' ? null : named(target);
    mapping[column] = name;
    if (!there.has(column)) problems.push(`The file has no column "${column}"`);
    if (name === null) continue;
    const other = holders.get(name);
    if (!known.has(name)) {
      problems.push(`There is no field "${target}" for the column "${column}"`);
    } else if (other !== undefined) {
      problems.push(`The columns "${other}" and "${column}" are both mapped to "${name}"`);
    } else holders.set(name, column);
  }
  return { mapping, problems };
}

function parsed(text: string): Record<string, string | null> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const isText = (each: unknown) => each === null || typeof each === 'string';
    return Object.values(value).every(isText) ? (value as Record<string, string | null>) : null;
  } catch {
    return null;
  }
}
/** The field that each heading goes to by its name or label; null for what is left out or stands there twice. */
export function guessedMapping(headings: readonly string[], format: CsvFormat): Mapping {
  const named = columnNames(format);
  const known = new Set(format.columns.map(({ name }) => name));
  const mapping: Record<string, string | null> = {};
  for (const heading of headings) {
    const name = named(heading);
    const isFree = known.has(name) && !Object.values(mapping).includes(name);
    if (heading.trim() !== '') mapping[heading.trim()] ??= isFree ? name : null;
  }
  return mapping;
}
