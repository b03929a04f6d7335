import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Handover {
  /** Passes the open work of a user who is being deleted to the person who deletes. */
  passOn: (write: Write, user: number) => Promise<void>;
}

/** What is left to do for a deleted user, provided by the next steps. */
export const handover = extensionPoint<Handover>('users.handover');
