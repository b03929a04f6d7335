import { z } from 'zod';

/** Describes the ways to sign in here besides a password, for the sign-in page. */
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
