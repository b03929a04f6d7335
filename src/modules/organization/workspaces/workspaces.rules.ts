import type { ErrorTable } from '~/kit/shared/error-codes';
import { onlyReads } from '~/kit/shared/access';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { MemberRole } from './workspaces.fields';

export const workspaceRefusals = {
  'workspace.not_member': [403, 'The signed-in user is not a member of the workspace'],
  'workspace.owner_required': [403, 'Only an owner of the workspace may make the call'],
  'workspace.manager_required': [
    403,
    'Only an owner or a manager of the workspace may make the call',
  ],
  'workspace.choice_needed': [409, 'A new record needs a workspace, and none is chosen'],
  'workspace.last_owner': [409, 'A workspace needs at least one owner'],
  'workspace.already_member': [409, 'The user is already a member'],
  'workspace.name_taken': [409, 'Another workspace has this name'],
} as const satisfies ErrorTable;

/** A person's role in a workspace; null for non-members. An administrator is an owner everywhere. */
export type OwnRole = MemberRole | null;

export function canSee(role: OwnRole): Verdict {
  if (role !== null) return allowed;
  return refused('workspace.not_member', 'You do not belong to this workspace');
}

/** Only an owner may rename and delete it (docs/product/workspaces.md#roles). */
export function canChange(role: OwnRole): Verdict {
  if (role === 'owner') return allowed;
  return refused('workspace.owner_required', 'Only an owner of this workspace can do this');
}

/** A member's role before and after; `from` is null when adding, `to` when removing. */
export interface MemberChange {
  from: OwnRole;
  to: OwnRole;
  isOwn?: boolean;
}

/** Owners change all members, managers those below owner; everyone may leave (docs/product/workspaces.md#roles). */
export function canChangeMember(role: OwnRole, { from, to, isOwn }: MemberChange): Verdict {
  if (role === 'owner' || (isOwn && to === null)) return allowed;
  if (role !== 'manager') {
    return refused(
      'workspace.manager_required',
      'Only an owner or a manager of this workspace can change its members',
    );
  }
  if (from !== 'owner' && to !== 'owner') return allowed;
  return refused('workspace.owner_required', 'Only an owner can add, change or remove owners');
}

/** A workspace keeps at least one owner (docs/product/workspaces.md#roles). */
export function keepsOwner({ from, to }: MemberChange, otherOwners: number): Verdict {
  if (from !== 'owner' || to === 'owner' || otherOwners > 0) return allowed;
  return refused(
    'workspace.last_owner',
    'A workspace needs at least one owner. Make someone else an owner first.',
  );
}

/** Whether this role may write records; null means the whole company, where everyone may. */
export function canWrite(role: OwnRole): Verdict {
  return role === 'viewer' ? onlyReads : allowed;
}

/**
 * Whether a person sees no more than the workspaces that they belong to, for the company keeps them apart
 * (docs/product/workspaces.md#isolation).
 */
export function isWalledIn(person: {
  role: 'admin' | 'user';
  workspace_isolation: boolean;
}): boolean {
  return person.workspace_isolation && person.role !== 'admin';
}

export function rolesToGive(role: OwnRole): readonly MemberRole[] {
  const all = ['owner', 'manager', 'member', 'viewer'] as const;
  return all.filter((to) => canChangeMember(role, { from: null, to }).ok);
}
