import { expect, it } from 'vitest';
import type { Whereabouts } from '~/kit/shared/changes';
import {
  type Reach,
  everything,
  mergeRights,
  nothing,
} from '~/modules/organization/users/rights.rules';
import { type Listener, isInformed } from './listeners.rules';

const listener = (read: Reach, values: Partial<Listener> = {}): Listener => ({
  id: 7,
  role: 'user',
  rights: mergeRights(nothing, { leads: { read }, customers: { read: 'none' }, orders: { read } }),
  workspaces: [3],
  workspace_isolation: false,
  ...values,
});

const mine: Whereabouts = { workspace: null, owners: [5, 7] };
const ours: Whereabouts = { workspace: 3, owners: [5] };
const theirs: Whereabouts = { workspace: 4, owners: [5] };

const change = (entity: string, id: number | null = 1) => ({ entity, id }) as const;

it.each<[string, Listener, Whereabouts[], boolean]>([
  ['all, anywhere', listener('all'), [theirs], true],
  ['none, their own', listener('none'), [mine], false],
  ['own, their own', listener('own'), [mine], true],
  ['own, of another in their workspace', listener('own'), [ours], false],
  ['own, moved away', listener('own'), [mine, theirs], true],
  ['workspace, in theirs', listener('workspace'), [ours], true],
  ['workspace, their own in none', listener('workspace'), [mine], false],
  ['workspace, moved away', listener('workspace'), [ours, theirs], true],
  ['workspace, who has none', listener('workspace', { workspaces: [] }), [ours], false],
  ['all, kept apart, in theirs', listener('all', { workspace_isolation: true }), [ours], true],
  ['all, kept apart, elsewhere', listener('all', { workspace_isolation: true }), [theirs], false],
  ['own, kept apart, in none', listener('own', { workspace_isolation: true }), [mine], false],
  ['administrator', listener('none', { role: 'admin', workspace_isolation: true }), [theirs], true],
])('a lead is informed of: %s', (_case, person, at, expected) => {
  expect(isInformed(person, { change: change('leads'), at })).toBe(expected);
});

it('a whole list is informed of to anyone who reads some of it', () => {
  expect(isInformed(listener('own'), { change: change('leads', null) })).toBe(true);
  expect(isInformed(listener('none'), { change: change('leads', null) })).toBe(false);
  expect(isInformed(listener('none'), { change: change('brands', null) })).toBe(false);
  expect(isInformed(listener('none'), { change: change('settings', null) })).toBe(true);
});

it('roles and invitations are for administrators, a workspace for its members', () => {
  const plain = listener('all', { rights: everything });
  for (const entity of ['roles', 'invitations', 'maintenance_runs', 'retention_days'])
    expect(isInformed(plain, { change: change(entity) })).toBe(false);
  expect(isInformed(plain, { change: change('workspaces', 3) })).toBe(true);
  expect(isInformed(plain, { change: change('workspaces', 4) })).toBe(false);
  expect(isInformed(plain, { change: change('workspace_members'), at: [ours] })).toBe(true);
  expect(isInformed(plain, { change: change('workspace_members'), at: [theirs] })).toBe(false);
});
