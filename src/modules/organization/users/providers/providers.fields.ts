import { z } from 'zod';

/** Describes how one can sign in here besides a password, as the sign-in page asks it. */
export const waysSchema = z.object({
  single_sign_on: z
    .object({
      is_available: z.boolean(),
      sentence: z.string().nullable().describe('Why it is not available'),
    })
    .nullable()
    .describe('Null if no provider is set up'),
  refused: z.string().nullable().describe('With `refused`: its message'),
});

export type Ways = z.infer<typeof waysSchema>;
