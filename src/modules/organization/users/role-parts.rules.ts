import type { Rights } from '~/kit/shared/access';
import { actions, mergeRights, nothing, reaches } from './rights.rules';
import type { Role, RolePatch } from './roles.fields';
import {
  type Action,
  subjectLabel,
  subjectNames,
  subjects,
} from '~/modules/organization/kinds/kinds.rules';

/** What two people may change of a role: its name, and the rights for each kind of records as one part. */
export type RoleParts = Rights & { name: string };

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
