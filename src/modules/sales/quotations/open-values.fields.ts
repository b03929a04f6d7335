import { z } from 'zod';

/** What the open quotations of a lead come to. */
export const openValueSchema = z.object({
  lead_id: z.int(),
  value: z.number().describe('Of its sent and accepted quotations, in rupees'),
});

export type OpenValue = z.output<typeof openValueSchema>;
