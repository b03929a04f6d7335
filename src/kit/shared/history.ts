import { z } from 'zod';

/** One field of one change; a link has the current names of the records behind its ids. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  label: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  names: z.object({ before: z.string().nullable(), after: z.string().nullable() }).optional(),
});

/** What one transaction did to a record (docs/product/log.md#history-of-a-record). */
export const historyItemSchema = z.object({
  at: z.iso.datetime(),
  /** Present name of the person; "System" for what no one did by hand. */
  actor: z.string(),
  action: z.enum(['created', 'updated']),
  /** Null, or the number of records of a change too large for its fields to be kept: an import. */
  together: z.int().nullable(),
  changes: z.array(fieldChangeSchema),
});

export type FieldChange = z.infer<typeof fieldChangeSchema>;
export type HistoryItem = z.infer<typeof historyItemSchema>;

/** A record as it was: its own fields, `names` of the links among them, and its lines where it has any. */
export type PastRecord = Record<string, unknown> & { names: Record<string, string> };
