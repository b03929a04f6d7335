import { z } from 'zod';

/** The kinds of records that may lack something when tax becomes that of GST, in the order in which to fix them. */
export const changingKinds = [
  'company',
  'customer',
  'product',
  'service',
  'order',
  'invoice',
] as const;

const changingRecord = z.object({
  id: z.int(),
  label: z.string(),
  missing: z.array(z.string()).describe('The missing details, in words'),
});

export const changingOverResponse = z.object({
  groups: z.array(
    z.object({
      type: z.enum(changingKinds),
      count: z.int(),
      records: z.array(changingRecord).describe('The first hundred'),
    }),
  ),
});

export type ChangingOver = z.output<typeof changingOverResponse>;
export type ChangingKind = (typeof changingKinds)[number];
