import { z } from 'zod';

/** Reads `?limit=`, the maximum number of rows; without it, or with an empty one, `usual`. */
export function rowLimit({ usual, highest }: { usual: number; highest: number }) {
  const error = `The limit must be a whole number from 1 to ${highest}`;
  return z
    .string({ error: 'Send limit once' })
    .regex(/^\d{0,9}$/, { error })
    .default('')
    .transform((text) => (text === '' ? usual : Number(text)))
    .refine((limit) => limit >= 1 && limit <= highest, { error });
}
