import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Values = Record<string, unknown>;

/**
 * The body without fields that are unchanged and would be refused: those that cannot be written (id, number, joined names),
 * and values that today's rules no longer take. A record may be sent back whole (docs/product/wire.md#fields-and-text).
 * Other fields stay, and are refused. `read` returns the current record; it is called only when a field would be refused.
 */
export async function dropEchoedFields(
  body: unknown,
  schema: z.ZodType,
  read: () => Promise<object>,
): Promise<unknown> {
  const names = refusedNames(body, schema);
  if (names.length === 0) return body;
  const sent = body as Values;
  const record = (await read()) as Values;
  // A stale version is refused by the write itself, which says why.
  const isStale = 'updated_at' in sent && sent['updated_at'] !== record['updated_at'];
  const isReadBack = (name: string): boolean =>
    Object.hasOwn(record, name) && (isStale || isDeepStrictEqual(sent[name], record[name]));
  const dropped = new Set(names.filter(isReadBack));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !dropped.has(name)));
}

function refusedNames(body: unknown, schema: z.ZodType): string[] {
  if (typeof body !== 'object' || body === null || !(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const isTaken = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(shape, name) &&
    // The version is never dropped: the write compares it.
    (name === 'updated_at' || shape[name]?.safeParse(value).success === true);
  return Object.entries(body)
    .filter((each) => !isTaken(each))
    .map(([name]) => name);
}
