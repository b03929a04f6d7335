import { type RawBuilder, sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  type Member,
  memberFields,
  type MemberRole,
  type Workspace,
  workspaceFields,
} from '../workspaces.fields';

export const workspaces: Entity<typeof workspaceFields> = {
  name: 'workspaces',
  type: 'other',
  noun: 'Workspace',
  fields: workspaceFields,
  select: (where) => sql`select ${columnsOf(workspaceFields, 't')},
      (select count(*) from workspace_members m where m.workspace_id = t.id) as member_count
    from workspaces t where ${where}`,
  label: (workspace) => workspace.name,
};

export const members: Entity<typeof memberFields> = {
  name: 'workspace_members',
  hasOwnRights: true,
  type: 'other',
  noun: 'Workspace member',
  fields: memberFields,
  select: (where) => sql`select ${columnsOf(memberFields, 't')},
      u.first_name, u.last_name, u.is_active, w.name as workspace_name
    from workspace_members t
    join users u on u.id = t.user_id
    join workspaces w on w.id = t.workspace_id
    where ${where}`,
  label: (member) => `${member.first_name} ${member.last_name}, ${member.workspace_name}`,
};

type Asker = Pick<Person, 'id' | 'role'>;

/** All workspaces for an administrator, else those of the person, newest first. */
export function listWorkspaces(person: Asker): ListSource {
  const own = sql`t.id in (select workspace_id from workspace_members
    where user_id = ${sql.lit(person.id)})`;
  const isAdmin = person.role === 'admin';
  return {
    select: sql`${seenBy(person, isAdmin ? sql`true` : own)} order by created_at desc, id desc`,
    entity: 'workspaces',
  };
}

export async function findWorkspace(db: Db, person: Asker, id: number): Promise<Workspace | null> {
  return findJson<Workspace>(db, seenBy(person, sql`t.id = ${id}`));
}

function seenBy({ id, role }: Asker, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const own =
    role === 'admin'
      ? sql`'owner'`
      : sql`(select m.role from workspace_members m
          where m.workspace_id = w.id and m.user_id = ${sql.lit(id)})`;
  return sql`select w.*, ${own} as role from (${workspaces.select(where)}) w`;
}

export async function listMembers(db: Db, workspace: number): Promise<Member[]> {
  const result = await sql<{ record: Member }>`select row_to_json(r) as record
    from (${members.select(sql`t.workspace_id = ${workspace}`)}) r
    order by array_position(array['owner', 'manager', 'member', 'viewer'], role),
      lower(first_name), lower(last_name), user_id`.execute(db);
  return result.rows.map(({ record }) => record);
}

export async function findMember(
  db: Db,
  { workspace, user }: { workspace: number; user: number },
): Promise<Member | null> {
  return findJson<Member>(
    db,
    members.select(sql`t.workspace_id = ${workspace} and t.user_id = ${user}`),
  );
}

export async function countOtherOwners(
  trx: Transaction,
  { workspace, user }: { workspace: number; user: number },
): Promise<number> {
  const result = await sql<{ owners: number }>`select count(*) as owners from workspace_members
    where workspace_id = ${workspace} and role = 'owner' and user_id <> ${user}`.execute(trx);
  return result.rows[0]?.owners ?? 0;
}

/** Whether the person is a viewer of one of these workspaces, or was one when leaving it. */
export async function onlyReadsIn(
  trx: Transaction,
  user: number,
  workspace: number,
): Promise<boolean> {
  const viewer: MemberRole = 'viewer';
  const found = await sql`select 1 from workspace_members
      where user_id = ${user} and role = ${viewer} and workspace_id = ${workspace}
    union all select 1 from former_viewers
      where user_id = ${user} and workspace_id = ${workspace}
    limit 1`.execute(trx);
  return found.rows.length > 0;
}

/** Those of a person's workspaces in which the person is more than a viewer; all of them for administrators. */
export async function listWritable(
  trx: Transaction,
  { id, role, workspaces }: Pick<Person, 'id' | 'role' | 'workspaces'>,
): Promise<readonly number[]> {
  if (role === 'admin' || workspaces.length === 0) return workspaces;
  const viewer: MemberRole = 'viewer';
  const found = await sql<{ workspace_id: number }>`select workspace_id from workspace_members
    where user_id = ${id} and role <> ${viewer} and workspace_id = any(${[...workspaces]}::integer[])
    order by workspace_id`.execute(trx);
  return found.rows.map(({ workspace_id }) => workspace_id);
}

export interface Membership {
  workspace: number;
  user: number;
}

export async function keepReading(
  trx: Transaction,
  { workspace, user }: Membership,
  now: Date,
): Promise<void> {
  await sql`insert into former_viewers (workspace_id, user_id, left_at)
    values (${workspace}, ${user}, ${now})`.execute(trx);
}

export async function endReading(trx: Transaction, { workspace, user }: Membership): Promise<void> {
  await sql`delete from former_viewers
    where workspace_id = ${workspace} and user_id = ${user}`.execute(trx);
}

export async function listWorkspaceIds(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from workspaces order by id`.execute(db);
  return found.rows.map((row) => row.id);
}
