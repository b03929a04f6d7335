import { z } from 'zod';

/** The leads of one stage taken together; `id` is null for those without a stage. */
export const stageSum = z.object({
  id: z.int().nullable(),
  leads: z.int(),
  converted: z.int(),
  value: z.number().describe('Their annual revenue'),
});

export type StageSum = z.output<typeof stageSum>;
