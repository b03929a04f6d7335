import { findNamesake } from '~/kit/server/database/namesakes';
import { lockName } from '~/kit/server/database/transaction';
import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { asLocked, type Locked, lockRecord, refuseStale } from '~/kit/server/database/entity';
import { alreadyTaken, type AppError, enforce, invalid, notFound } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import {
  chooseWorkspaceFor,
  leaveWorkspace,
} from '~/modules/organization/users/server/membership.service';
import type { SessionUser } from '~/modules/organization/users/sessions/sessions.fields';
import {
  getSignedInUser,
  notifyOwnPages,
} from '~/modules/organization/users/sessions/server/sessions.service';
import { isAssignable } from '~/modules/organization/users/server/users.service';
import type { Member, MemberRole, Workspace, WorkspacePatch } from '../workspaces.fields';
import {
  canChange,
  canChangeMember,
  canSee,
  keepsOwner,
  type MemberChange,
} from '../workspaces.rules';
import {
  countOtherOwners,
  endReading,
  findMember,
  findWorkspace,
  keepReading,
  listMembers,
  type Membership,
  members,
  workspaces,
} from './workspaces.queries';
import type { Transaction } from '~/kit/server/database/transaction';

/** The workspace with the person's role; 404 where there is none, 403 for non-members. */
export async function getWorkspace(
  { person }: Pick<Context, 'person'>,
  db: Db,
  id: number,
): Promise<Workspace> {
  const workspace = await findWorkspace(db, person, id);
  if (!workspace) throw notFound('Workspace');
  enforce(canSee(workspace.role));
  return workspace;
}

/** Creates a workspace owned by the administrator who creates it (docs/product/workspaces.md#roles). */
export async function createWorkspace(
  context: Context,
  values: WorkspacePatch,
): Promise<Workspace> {
  return context.write(async (write, trx) => {
    await refuseTakenName(write, values.name, 0);
    const { id } = await insertRecord(write, workspaces, values);
    await insertMember(write, id, { user_id: context.person.id, role: 'owner' });
    return getWorkspace(context, trx, id);
  });
}

export async function updateWorkspace(
  context: Context,
  id: number,
  patch: WorkspacePatch & { updated_at?: string },
): Promise<Workspace> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const { role, ...row } = await lockWorkspace(trx, context, id);
    enforce(canChange(role));
    await refuseTakenName(write, values.name, id);
    refuseStale(row, seen);
    await updateRecord(write, workspaces, { row, values });
    return getWorkspace(context, trx, id);
  });
}

/** Deletes a workspace; its records pass to the whole company, and no one has it chosen any longer. */
export async function deleteWorkspace(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const { role, ...row } = await lockWorkspace(trx, context, id);
    enforce(canChange(role));
    await deleteRecord(write, workspaces, { row });
    return { id };
  });
}

export async function getMembers(context: Context, id: number): Promise<Member[]> {
  await getWorkspace(context, context.db, id);
  return listMembers(context.db, id);
}

export async function addMember(
  context: Context,
  workspace: number,
  { user_id, role }: { user_id: number; role: MemberRole },
): Promise<Member> {
  return context.write(async (write, trx) => {
    const own = await lockWorkspace(trx, context, workspace);
    enforce(canChangeMember(own.role, { from: null, to: role }));
    if (!(await isAssignable(trx, user_id)))
      throw invalid('user_id', 'The member must be an active user');
    const existing = await findMember(trx, { workspace, user: user_id });
    if (existing) throw alreadyMember(existing);
    return insertMember(write, workspace, { user_id, role });
  });
}

/** Changes a member's role; one owner must remain, even with concurrent demotions. */
export async function changeMember(
  context: Context,
  membership: Membership,
  { role, updated_at: seen }: { role: MemberRole; updated_at?: string | undefined },
): Promise<Member> {
  return context.write(async (write, trx) => {
    const member = await lockMember(trx, context, membership, role);
    refuseStale(member, seen);
    return updateRecord(write, members, { row: member, values: { role } });
  });
}

/** Removes a member; everyone may leave except the last owner. A viewer continues reading only. */
export async function removeMember(
  context: Context,
  membership: Membership,
): Promise<{ user_id: number }> {
  return context.write(async (write, trx) => {
    const member = await lockMember(trx, context, membership, null);
    await leaveWorkspace(trx, membership);
    await deleteRecord(write, members, { row: member });
    if (member.role === 'viewer') await keepReading(trx, membership, context.now);
    return { user_id: membership.user };
  });
}

/** Sets the person's current workspace; null is the whole company (docs/product/workspaces.md#current-workspace). */
export async function chooseWorkspace(context: Context, id: number | null): Promise<SessionUser> {
  const { person } = context;
  return context.transaction(async (trx) => {
    if (id !== null) await getWorkspace(context, trx, id);
    await chooseWorkspaceFor(trx, person.id, id);
    // The person's other tabs must switch to the new workspace's records.
    await notifyOwnPages(trx, person.id);
    return getSignedInUser(trx, person);
  });
}

async function lockWorkspace(
  trx: Transaction,
  context: Context,
  id: number,
): Promise<Locked<Workspace>> {
  await lockRecord(trx, workspaces, id);
  return asLocked(await getWorkspace(context, trx, id));
}

async function lockMember(
  trx: Transaction,
  context: Context,
  membership: Membership,
  to: MemberRole | null,
): Promise<Locked<Member>> {
  const own = await lockWorkspace(trx, context, membership.workspace);
  const member = await findMember(trx, membership);
  if (!member) throw notFound('Member');
  const isOwn = membership.user === context.person.id;
  const change: MemberChange = { from: member.role, to, isOwn };
  enforce(canChangeMember(own.role, change));
  enforce(keepsOwner(change, await countOtherOwners(trx, membership)));
  return asLocked(member);
}

async function insertMember(
  write: Write,
  workspace_id: number,
  values: { user_id: number; role: MemberRole },
): Promise<Member> {
  await endReading(write.trx, { workspace: workspace_id, user: values.user_id });
  return insertRecord(write, members, { workspace_id, ...values });
}

function alreadyMember(member: Member): AppError {
  const name = `${member.first_name} ${member.last_name}`;
  const message = `${name} already belongs to this workspace`;
  const record = { type: 'user', id: member.user_id, label: name };
  return alreadyTaken('workspace.already_member', { field: 'user_id', message, record });
}

async function refuseTakenName(
  { trx, context: { person } }: Write,
  name: string | undefined,
  except: number,
): Promise<void> {
  if (name === undefined) return;
  await lockName(trx, 'workspaces.name');
  const holder = await findNamesake(trx, { table: 'workspaces', column: 'name' }, name, except);
  if (!holder) return;
  const isSeen = canSee((await findWorkspace(trx, person, holder.id))?.role ?? null).ok;
  const message = `There is already a workspace named ${isSeen ? holder.label : name}`;
  const record = { type: 'workspace', ...holder };
  throw alreadyTaken('workspace.name_taken', {
    field: 'name',
    message,
    ...(isSeen ? { record } : {}),
  });
}
