import type { Rights } from '~/kit/shared/access';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import {
  type Action,
  subjectLabel,
  subjectNames,
  subjects,
} from '~/modules/organization/kinds/kinds.rules';
import { actions, mergeRights, nothing, reaches } from './rights.rules';
import { administratorRoleId, type Role, type RolePatch } from './roles.fields';
import { roles, type User } from './users.fields';

/**
 * What the administrator may do is not for anyone to change; that they need a second factor is
 * (docs/product/roles.md#ready-made-roles).
 */
export function canChange({ id }: Pick<Role, 'id'>, patch: RolePatch): Verdict {
  const isDemandAlone = patch.name === undefined && patch.rights === undefined;
  if (id !== administratorRoleId || isDemandAlone) return allowed;
  return refused('role.fixed', 'The Administrator role cannot be changed');
}

/** Ready-made roles stay, and so does one that someone has or is to have (docs/product/roles.md#deletion). */
export function canDelete(
  role: Pick<Role, 'is_ready_made' | 'user_count'>,
  dependents: readonly DependentCount[] = [],
): Verdict {
  if (role.is_ready_made) {
    return refused('role.ready_made', 'Built-in roles cannot be deleted');
  }
  const named = dependentsText(dependents);
  if (role.user_count === 0 && named !== '') {
    const isOne = dependents.reduce((sum, { count }) => sum + count, 0) === 1;
    const text = `${named} ${isOne ? 'names' : 'name'} this role. Revoke ${isOne ? 'it' : 'them'} first.`;
    return refused('role.in_use', text);
  }
  if (role.user_count === 0) return allowed;
  const who = role.user_count === 1 ? '1 user has' : `${role.user_count} users have`;
  return refused('role.in_use', `${who} this role. Give them another one first.`);
}

type UserRoleState = Pick<User, 'role' | 'role_id'>;

/**
 * A user's `role` and `role_id` say one thing twice: of the two the one that differs from before counts, and the other
 * follows; null where they contradict each other (docs/product/users.md#roles).
 */
export function chosenRole(
  before: UserRoleState,
  sent: { [K in keyof UserRoleState]?: UserRoleState[K] | undefined },
): UserRoleState | null {
  const isNewId = sent.role_id !== undefined && sent.role_id !== before.role_id;
  const isNewRole = sent.role !== undefined && sent.role !== before.role;
  if (isNewId) {
    const role = sent.role_id === administratorRoleId ? 'admin' : 'user';
    if (isNewRole && sent.role !== role) return null;
    return { role, role_id: sent.role_id ?? null };
  }
  if (!isNewRole) return { role: before.role, role_id: before.role_id };
  if (sent.role === 'admin') return { role: 'admin', role_id: administratorRoleId };
  return { role: 'user', role_id: null };
}

/** The choices of a role in forms: the two base roles, then the company's own (docs/product/users.md#adding). */
export function rolePicks(
  existing: readonly Pick<Role, 'id' | 'name'>[],
): readonly { value: string; label: string }[] {
  const others = existing.filter(({ id }) => id !== administratorRoleId);
  return [
    ...[...roles].reverse(),
    ...others.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

/** What a pick of `rolePicks` is on the wire. */
export function pickedRole(pick: string | undefined): { role: User['role']; role_id?: number } {
  if (pick === 'admin') return { role: 'admin' };
  const id = Number(pick);
  return Number.isInteger(id) && id > 0 ? { role: 'user', role_id: id } : { role: 'user' };
}

/** What two people may change of a role: its name, and the rights for each kind of records as one part. */
type RoleParts = Rights & { name: string };

export function partsOf({ name, rights }: Pick<Role, 'name' | 'rights'>): RoleParts {
  return { name, ...mergeRights(nothing, rights) };
}

export function patchOf(parts: RoleParts & { updated_at: string }): RolePatch {
  const { name, updated_at, ...rights } = parts;
  return { name, rights, updated_at };
}

/** The name of a part and its value in words; undefined where it is not a kind of records. */
export function partLabel(part: string): string | undefined {
  const subject = subjectNames.find((each) => each === part);
  return subject && subjectLabel(subject);
}

export function partText(part: string, value: unknown): string | undefined {
  const subject = subjectNames.find((each) => each === part);
  if (!subject) return undefined;
  const rights = value as { read: string } & Partial<Record<Action, boolean>>;
  const offered: readonly Action[] = subjects[subject].actions;
  const permitted = offered.filter((each) => rights[each]).map((each) => actions[each].label);
  const reach = reaches.find((each) => each.value === rights.read)?.label;
  return [`Read: ${reach}`, ...permitted].join(', ');
}
