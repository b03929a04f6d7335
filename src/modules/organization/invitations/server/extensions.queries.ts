import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { lockRecord } from '~/kit/server/database/entity';
import { invited } from '~/modules/organization/users/server/invited.service';
import { noteAcceptance } from './acceptance.actions';
import { expireOverdue } from './invitations.actions';
import { findPending, invitations, lockSender, lockTokens } from './invitations.queries';

export function provideInvitations(): void {
  registerDependents({
    table: 'invitations',
    type: 'invitation',
    label: sql`t.first_name || ' ' || t.last_name`,
    join: sql``,
    readableBy: () => sql`true`,
    of: { roles: (id) => sql`t.role_id = ${id} and t.status = 'pending'` },
  });
  invited.provide({
    lockOpen: async (trx, email, now) => {
      const pending = await findPending(trx, email, 0);
      if (!pending) return null;
      await lockTokens(trx, pending.id);
      const isVouchedFor = await lockSender(trx, pending.id);
      const row = await lockRecord(trx, invitations, pending.id);
      const isOpen = row.status === 'pending' && Date.parse(row.expires_at) > now.getTime();
      return isOpen && isVouchedFor ? row : null;
    },
    expireOverdue,
    accept: async (write, id) =>
      noteAcceptance(write, await lockRecord(write.trx, invitations, id)),
  });
}
