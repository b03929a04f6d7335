import { z } from 'zod';
import { assertionSchema } from '../factors/passkeys.fields';

/** Describes how the signed-in person can confirm who they are (docs/product/sign-in.md#confirmation). */
export const confirmationSchema = z.object({
  ways: z
    .array(z.enum(['password', 'code', 'passkey', 'provider']))
    .describe('The default one first'),
});

export type Confirmation = z.infer<typeof confirmationSchema>;

export const proofSchema = z.union(
  [
    z.strictObject({
      password: z
        .string({ error: 'Please enter your password' })
        .min(1, 'Please enter your password')
        .max(1000, 'The password is too long'),
    }),
    z.strictObject({
      code: z.string({ error: 'Please type the code' }).min(1, 'Please type the code').max(100),
    }),
    z.strictObject({ passkey: assertionSchema }),
  ],
  { error: 'Send {password}, {code} or {passkey}' },
);

export type ConfirmationProof = z.infer<typeof proofSchema>;
