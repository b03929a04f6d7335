import type { Schema } from './description';
import type { Random } from './random';

const words = [
  'Deccan Pumps',
  'Meera Kulkarni',
  'Hex Bolt M8',
  'Plot 14, Pune',
  'Annual maintenance',
];

/** A value that a person might send in this place; records of the sample data are named by small ids. */
export function usualValue(schema: Schema, name: string, random: Random): unknown {
  if (schema.anyOf) return usualValue(random.pick(schema.anyOf), name, random);
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum);
  if (schema.nullable === true && random.chance(0.1)) return null;
  switch (schema.type) {
    case 'object':
      return usualObject(schema, random);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.between(1, 3)) }, () =>
        usualValue(schema.items ?? {}, name, random),
      );
    case 'integer':
      return usualNumber(schema, random);
    case 'number':
      return usualNumber(schema, random) + random.pick([0, 0, 0.5, 0.25]);
    case 'boolean':
      return random.chance(0.5);
    default:
      return usualText(schema, name, random);
  }
}

function usualNumber({ minimum = 0, maximum = 100 }: Schema, random: Random): number {
  const from = Math.max(1, minimum);
  return random.between(from, Math.max(from, Math.min(from + 40, maximum)));
}

function usualText({ maxLength = 200, pattern }: Schema, name: string, random: Random): string {
  if (pattern?.startsWith('^\\d')) return String(random.between(1, 40));
  if (/email/.test(name)) return `person${random.between(1, 1e9)}@example.com`;
  if (/_date$|^from$|^to$/.test(name)) return `2026-11-${random.between(10, 30)}`;
  if (/password/i.test(name)) return 'a long pass phrase';
  if (/code|username|number/.test(name)) return `W${random.between(1, 1e9)}`.slice(0, maxLength);
  return `${random.pick(words)} ${random.between(1, 1e6)}`.slice(0, maxLength);
}

function usualObject(
  { properties = {}, required = [] }: Schema,
  random: Random,
): Record<string, unknown> {
  const entries = Object.entries(properties).filter(
    // A version that is made up is always stale.
    ([name]) => required.includes(name) || (name !== 'updated_at' && random.chance(0.7)),
  );
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, usualValue(schema, name, random)]),
  );
}

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);

/** Texts that are something else to one of the programs that they pass through. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066abc',
  '﷽'.repeat(300),
  'e\u0301'.repeat(100),
  '👩‍🏭'.repeat(50),
  '\ufeff\u200b\u00a0',
  '\r\nSet-Cookie: a=b',
  "'; drop table leads; --",
  '" onerror=alert(1) x="',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '${7*7}{{7*7}}%s%n%x',
  '../../../../etc/passwd',
  '\\',
  '%',
  '%_\\%',
  '%00',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '0x10',
  '１２',
  '999999999999999999999999',
  'null',
  'true',
  '[object Object]',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '2026-11-22T25:61:61Z',
  '{"a":1}',
  '{1,2}',
  'infinity',
  'epoch',
  'a@b',
  `a@${'b'.repeat(300)}.com`,
  'x'.repeat(201),
  'x'.repeat(70_000),
];

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.001,
  0.1 + 0.2,
  1e-320,
  1e21,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  999_999_999_999.99,
  999_999_999_999_999,
  123.456,
  32_768,
];

const hostileOthers: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { id: 1 },
  { $ne: null },
  { toString: 1, valueOf: 1, length: -1 },
  nested(100),
  Array.from({ length: 1001 }, () => 1),
  Array.from({ length: 1001 }, () => ({})),
];

/** A value that hardly any place takes; numbers are sent as texts too. */
export function hostileValue(random: Random): unknown {
  const kind = random.between(0, 9);
  if (kind < 4) return random.pick(hostileTexts);
  if (kind < 7) return random.pick(hostileNumbers);
  if (kind === 7) return String(random.pick(hostileNumbers));
  return random.pick(hostileOthers);
}

const extraFields: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'id',
  'role',
  'role_id',
  'is_admin',
  'rights',
  'password_hash',
  'workspace_id',
  'created_by',
  'updated_at',
  'created_at',
  'invoice_number',
  'paid_amount',
  'stock_quantity',
  '',
  ' ',
  '0',
  'a.b',
  "a'b",
  'é'.repeat(500),
];

/** The value with something in it gone wrong: a part replaced, left out, or one too many. */
export function spoiled(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.between(0, value.length - 1);
    return value.map((each: unknown, index) => (index === at ? spoiled(each, random) : each));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || random.chance(0.05)) {
    return hostileValue(random);
  }
  const entries = Object.entries(value);
  const kind = random.between(0, 9);
  if (entries.length === 0 || kind < 2) {
    return Object.fromEntries([...entries, [random.pick(extraFields), hostileValue(random)]]);
  }
  const at = random.between(0, entries.length - 1);
  if (kind === 2) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([name, each], index) => [name, index === at ? spoiled(each, random) : each]),
  );
}
