import { onlyReads } from '~/kit/shared/access';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { MemberRole } from './workspaces.fields';

/** A person's role in a workspace; null for who does not belong to it. An administrator's is owner everywhere. */
export type OwnRole = MemberRole | null;

/** Whoever belongs to a workspace may see it and its members, and choose it. */
export function canSee(role: OwnRole): Verdict {
  if (role !== null) return allowed;
  return refused('workspace.not_member', 'You do not belong to this workspace');
}

/** An owner renames and deletes it (docs/product/workspaces.md#roles). */
export function canChange(role: OwnRole): Verdict {
  if (role === 'owner') return allowed;
  return refused('workspace.owner_required', 'Only an owner of this workspace may do this');
}

/** A member's role before and after; null before one is added, and after one is removed. */
export interface MemberChange {
  from: OwnRole;
  to: OwnRole;
  /** The person's own membership. */
  isOwn?: boolean;
}

/**
 * An owner changes all members, a manager those below owner; everybody may leave (docs/product/workspaces.md#roles).
 */
export function canChangeMember(role: OwnRole, { from, to, isOwn }: MemberChange): Verdict {
  if (role === 'owner' || (isOwn && to === null)) return allowed;
  if (role !== 'manager') {
    return refused(
      'workspace.manager_required',
      'Only an owner or a manager of this workspace may change its members',
    );
  }
  if (from !== 'owner' && to !== 'owner') return allowed;
  return refused('workspace.owner_required', 'Only an owner may make, change or remove an owner');
}

/** A workspace keeps at least one owner (docs/product/workspaces.md#roles). */
export function keepsOwner({ from, to }: MemberChange, otherOwners: number): Verdict {
  if (from !== 'owner' || to === 'owner' || otherOwners > 0) return allowed;
  return refused(
    'workspace.last_owner',
    'A workspace keeps at least one owner. Make somebody else an owner first.',
  );
}

/** Whether somebody in this role writes records; null stands for the whole company, where everybody does. */
export function canWrite(role: OwnRole): Verdict {
  return role === 'viewer' ? onlyReads : allowed;
}

/** The roles that somebody in `role` may give. */
export function rolesToGive(role: OwnRole): readonly MemberRole[] {
  const all = ['owner', 'manager', 'member', 'viewer'] as const;
  return all.filter((to) => canChangeMember(role, { from: null, to }).ok);
}
