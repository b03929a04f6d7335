import { randomBytes } from 'node:crypto';
import type { Database } from '~/kit/server/database/db';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { MemberRole } from '../workspaces.fields';

/** Inserts a workspace with these members directly into the database; returns its id. */
export async function makeWorkspace(
  { database }: { database: Database },
  members: Record<number, MemberRole> = {},
): Promise<number> {
  const name = `Workspace ${randomBytes(6).toString('hex')}`;
  const created = await database.pool.query<{ id: number }>(
    'insert into workspaces (name, created_at, updated_at) values ($1, now(), now()) returning id',
    [name],
  );
  const id = created.rows[0]?.id ?? 0;
  for (const [user, role] of Object.entries(members)) {
    await database.pool.query(
      `insert into workspace_members (workspace_id, user_id, role, created_at, updated_at)
       values ($1, $2, $3, now(), now())`,
      [id, Number(user), role],
    );
  }
  return id;
}

export async function chooseWorkspace(
  { database }: { database: Database },
  user: number,
  workspace: number | null,
): Promise<void> {
  await database.pool.query('update users set current_workspace = $2 where id = $1', [
    user,
    workspace,
  ]);
}

/** A workspace with one person in each role, and someone who does not belong to it. */
export async function makeTeam<Client>(server: Parameters<typeof signInNew<Client>>[0]) {
  const [owner, manager, member, viewer, outsider] = await Promise.all([
    signInNew(server),
    signInNew(server),
    signInNew(server),
    signInNew(server),
    signInNew(server),
  ]);
  const id = await makeWorkspace(server, {
    [owner.id]: 'owner',
    [manager.id]: 'manager',
    [member.id]: 'member',
    [viewer.id]: 'viewer',
  });
  return { id, path: `/workspaces/${id}`, owner, manager, member, viewer, outsider };
}
