import { z } from 'zod';
import {
  boundsOf,
  isFixed,
  retentionKinds,
  retentionOf,
  type RetentionKind,
} from './retention.rules';

const daysSchema = (kind: RetentionKind) => {
  const { least, most, mayKeep } = retentionOf(kind);
  const error = boundsOf(kind);
  const days = z.int({ error }).min(least, { error }).max(most, { error });
  return (mayKeep ? days.nullable() : days).optional();
};

/** Days by kind, of those that change; null keeps forever where that is allowed. */
export const retentionPatch = z.strictObject(
  Object.fromEntries(
    retentionKinds.filter((kind) => !isFixed(kind)).map((kind) => [kind, daysSchema(kind)]),
  ),
);

export const retainedData = z.object({
  kind: z.enum(retentionKinds),
  label: z.string(),
  what: z.string(),
  days: z.int().nullable().describe('Null: forever'),
  default_days: z.int().nullable(),
  least_days: z.int(),
  most_days: z.int(),
  may_keep: z.boolean().describe('Whether it can be kept forever'),
  oldest: z.iso.datetime().nullable().describe('The time of the oldest that is stored now'),
  cleaned_at: z.iso.datetime().nullable().describe('When it was last cleaned up'),
  removed: z.int().nullable().describe('The number of items deleted then'),
});

export type RetentionPatch = z.output<typeof retentionPatch>;
export type RetainedData = z.output<typeof retainedData>;
