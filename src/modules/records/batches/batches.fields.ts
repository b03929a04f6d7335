import { z } from 'zod';
import { maxId } from '~/kit/shared/fields/fields';

export const batchKinds = ['bulk', 'import', 'merge', 'undo'] as const;

/** A bulk change, an import, a merge or the undoing of one (docs/product/bulk.md#batches). */
export const batchSchema = z.object({
  id: z.int(),
  kind: z.enum(batchKinds),
  list: z.string().describe('The kind of its records: leads, customers and so on'),
  title: z.string(),
  count: z.int().describe('How many records'),
  created_by: z.int().nullable(),
  created_by_name: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  undone_at: z.iso.datetime({ offset: true }).nullable(),
  undone_by: z.int().nullable().describe('The batch that undid it'),
  can_undo: z.boolean().describe('Whether the signed-in user can undo it'),
});

export type Batch = z.output<typeof batchSchema>;

/** The result of an undo; `left` lists the records that were not restored, with the reason. */
export const undoResponse = z.object({
  batch_id: z.int().describe('The batch of this undo, which can be undone as well'),
  undone: z.int(),
  left: z.array(z.object({ id: z.int(), label: z.string(), reason: z.string() })),
});

export type UndoResponse = z.output<typeof undoResponse>;

const mostRecords = 10_000;
const noIds = 'Choose at least one record';
const oneId = z.int({ error: 'The ids must be whole numbers' }).min(1).max(maxId);

/** The records that a call is about, each once. */
export const manyIds = z
  .array(oneId, { error: noIds })
  .min(1, { error: noIds })
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length <= mostRecords, {
    error: 'At most 10,000 records can be changed at once',
  });

export const bulkBody = z.strictObject({
  ids: manyIds,
  action: z.enum(['update', 'delete'], { error: 'The action is update or delete' }),
  values: z
    .record(z.string(), z.unknown(), { error: 'The values must be an object' })
    .optional()
    .describe('The fields to change, as in the call that changes one record'),
});

export type BulkBody = z.output<typeof bulkBody>;

export const bulkResponse = z.object({
  batch_id: z.int().describe('For `POST /batches/{id}/undo`'),
  results: z.array(z.object({ id: z.int(), ok: z.boolean(), error: z.string().optional() })),
});

export type BulkResponse = z.output<typeof bulkResponse>;

const version = z.iso
  .datetime({ offset: true, error: 'The version must be the updated_at of the record' })
  .optional();

/** `values` are the fields of the record that stays, chosen of both. */
export const mergeBody = z.strictObject({
  other_id: z.int({ error: 'Choose the record to merge with' }).min(1).max(maxId),
  values: z.record(z.string(), z.unknown(), { error: 'The values must be an object' }).default({}),
  updated_at: version.describe('The version of the record that stays'),
  other_updated_at: version.describe('The version of the other one'),
});

export type MergeBody = z.output<typeof mergeBody>;
