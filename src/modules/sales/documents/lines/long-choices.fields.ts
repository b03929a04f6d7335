import { z } from 'zod';

/** What a list of documents that is too long for the browser offers to filter by; the first 500 of each. */
export const longChoicesSchema = z.object({
  customers: z.array(z.object({ customer_id: z.int(), customer_name: z.string() })).readonly(),
  creators: z.array(z.object({ id: z.int(), name: z.string() })).readonly(),
});

export type LongChoices = z.output<typeof longChoicesSchema>;
