import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Values = Record<string, unknown>;

/**
 * A body without what its sender read with the record and cannot change (an id, a number, a joined name), as long as it
 * is still so: a record may be sent back whole. Anything else that is unknown stays, and is refused
 * (docs/product/wire.md#fields-and-text). `read` gives the record as it is now; it is called only when there is
 * something to compare.
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
  // The version that was sent is refused as a whole by the write itself, which tells the sender why.
  const isStale = 'updated_at' in sent && sent['updated_at'] !== record['updated_at'];
  const isReadBack = (name: string): boolean =>
    Object.hasOwn(record, name) && (isStale || isDeepStrictEqual(sent[name], record[name]));
  const dropped = new Set(names.filter(isReadBack));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !dropped.has(name)));
}

// By the names alone: the values are validated once, after this.
function unknownNames(body: unknown, schema: z.ZodType): string[] {
  if (typeof body !== 'object' || body === null || !(schema instanceof z.ZodObject)) return [];
  return Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name));
}
