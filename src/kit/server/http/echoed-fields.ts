import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Values = Record<string, unknown>;

/**
 * The body without fields that were read with the record and cannot be written (id, number, joined names), while they
 * are unchanged: a record may be sent back whole. Other unknown fields stay, and are refused
 * (docs/product/wire.md#fields-and-text). `read` gives the current record; it is called only when there is something
 * to compare.
 */
export async function dropEchoedFields(
  body: unknown,
  schema: z.ZodType,
  read: () => Promise<object>,
): Promise<unknown> {
  const names = unknownNames(body, schema);
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

function unknownNames(body: unknown, schema: z.ZodType): string[] {
  if (typeof body !== 'object' || body === null || !(schema instanceof z.ZodObject)) return [];
  return Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name));
}
