import { sql } from 'kysely';
import { enforce } from '~/kit/server/errors';
import { writeRights } from '~/kit/server/database/write-rights';
import { onlyReads } from '~/kit/shared/access';
import type { Transaction } from '~/kit/server/database/transaction';
import { registerPlacement } from './whereabouts.service';
import { mayWriteIn } from './workspace-scope.service';
import { membership } from '~/modules/organization/users/server/membership.service';

export const workspacesOfUser = sql`(
  select coalesce(json_agg(o.workspace_id order by o.workspace_id), '[]') from workspace_members o
  where o.user_id = u.id)`;

export const isolation = sql`exists (
  select from settings where name = 'workspace_isolation' and value = 'true'::jsonb)`;

export function provideWorkspaces(): void {
  registerPlacement('workspace_members', {
    from: sql`workspace_members t`,
    workspace: sql`t.workspace_id`,
    owners: [],
  });
  writeRights.provide({
    enforceIn: async (write, workspace) => {
      if (!(await mayWriteIn(write, workspace))) enforce(onlyReads);
    },
  });
  membership.provide({
    // A former member has no chosen workspace; administrators need no membership.
    join: sql`left join workspace_members m
  on m.workspace_id = u.current_workspace and m.user_id = u.id`,
    columns: sql`
  case when u.role = 'admin' or m.id is not null then u.current_workspace end as current_workspace,
  case when u.role = 'admin' and u.current_workspace is not null then 'owner' else m.role end
    as workspace_role,
  ${workspacesOfUser} as workspaces, ${isolation} as workspace_isolation`,
    lockOwnedAlone,
  });
}

async function lockOwnedAlone(
  trx: Transaction,
  user: number,
): Promise<{ id: number; name: string }[]> {
  await sql`select id from workspaces where id in (
    select workspace_id from workspace_members where user_id = ${user} and role = 'owner')
    order by id for update`.execute(trx);
  const found = await sql<{ id: number; name: string }>`select w.id, w.name from workspaces w
    join workspace_members m on m.workspace_id = w.id and m.user_id = ${user} and m.role = 'owner'
    where not exists (select from workspace_members o
      where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> ${user})
    order by lower(w.name)`.execute(trx);
  return found.rows;
}
