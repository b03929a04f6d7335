import { flatCustom } from '~/kit/shared/fields/custom';

/** Fields with their paths or values as lines: `phone: SENDER_MOBILE, SENDER_PHONE`. */
export function linesOf(fields: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(fields)
    .map(([name, parts]) => `${name}: ${[parts].flat().join(', ')}`)
    .join('\n');
}

/** The same read back; a line without a colon is left out. */
export function readLines(text: string | null): Record<string, string[]> {
  const lines = (text ?? '').split('\n').flatMap((line) => {
    const [, name = '', parts = ''] = /^\s*([\w.]+)\s*:(.*)$/.exec(line) ?? [];
    const paths = parts.split(',').map((part) => part.trim());
    return name === '' ? [] : [[name, paths.filter(Boolean)] as const];
  });
  return Object.fromEntries(lines);
}

/** The values of a lead as lines, without those that are empty. */
export function triedLines({ custom, ...values }: Readonly<Record<string, unknown>>): string {
  const own = flatCustom((custom ?? {}) as Readonly<Record<string, unknown>>);
  return Object.entries({ ...values, ...own })
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}
