import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import type { User } from '../users.fields';

interface Invited {
  /** The open invitation to this address, locked until the transaction ends; null where there is none. */
  lockOpen: (
    trx: Transaction,
    email: string,
    now: Date,
  ) => Promise<
    (Pick<User, 'first_name' | 'last_name' | 'role' | 'role_id'> & { id: number }) | null
  >;
  /** Ends those that are over, as the job does each minute. */
  expireOverdue: (trx: Transaction, now: Date) => Promise<void>;
  /** Ends an invitation that `lockOpen` gave: its person has an account now. */
  accept: (write: Write, id: number) => Promise<void>;
}

/** Invitations by address, provided by the invitations module. */
export const invited = extensionPoint<Invited>('users.invited');
