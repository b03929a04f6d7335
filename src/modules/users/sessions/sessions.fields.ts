import { z } from 'zod';

/** Describes one of the own sessions, as it is answered. */
export const ownSessionSchema = z.object({
  id: z.int(),
  device: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** The session that asks. */
  current: z.boolean(),
});

/** Where a person is signed in. */
export type OwnSession = z.infer<typeof ownSessionSchema>;
