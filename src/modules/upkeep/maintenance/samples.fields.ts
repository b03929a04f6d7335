import { z } from 'zod';

/** A sample record that stays when the others are removed (docs/product/running.md#sample-data). */
export const stayedSchema = z.object({
  type: z.string(),
  id: z.int(),
  label: z.string(),
  reason: z.string(),
});

export type Stayed = z.output<typeof stayedSchema>;
