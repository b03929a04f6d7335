import { expect, it } from 'vitest';
import type { Whereabouts } from '~/kit/shared/changes';
import {
  type Reach,
  everything,
  mergeRights,
  nothing,
} from '~/modules/organization/users/rights.rules';
import { type Hearer, hears } from './hearing.rules';

const hearer = (read: Reach, facts: Partial<Hearer> = {}): Hearer => ({
  id: 7,
  role: 'user',
  rights: mergeRights(nothing, { leads: { read }, customers: { read: 'none' }, orders: { read } }),
  workspaces: [3],
  workspace_isolation: false,
  ...facts,
});

const mine: Whereabouts = { workspace: null, owners: [5, 7] };
const ours: Whereabouts = { workspace: 3, owners: [5] };
const theirs: Whereabouts = { workspace: 4, owners: [5] };

const change = (entity: string, id: number | null = 1) => ({ entity, id }) as const;

it.each<[string, Hearer, Whereabouts[], boolean]>([
  ['all, anywhere', hearer('all'), [theirs], true],
  ['none, their own', hearer('none'), [mine], false],
  ['own, their own', hearer('own'), [mine], true],
  ['own, of another in their workspace', hearer('own'), [ours], false],
  ['own, moved away', hearer('own'), [mine, theirs], true],
  ['workspace, in theirs', hearer('workspace'), [ours], true],
  ['workspace, their own in none', hearer('workspace'), [mine], false],
  ['workspace, moved away', hearer('workspace'), [ours, theirs], true],
  ['workspace, who has none', hearer('workspace', { workspaces: [] }), [ours], false],
  ['all, kept apart, in theirs', hearer('all', { workspace_isolation: true }), [ours], true],
  ['all, kept apart, elsewhere', hearer('all', { workspace_isolation: true }), [theirs], false],
  ['own, kept apart, in none', hearer('own', { workspace_isolation: true }), [mine], false],
  ['administrator', hearer('none', { role: 'admin', workspace_isolation: true }), [theirs], true],
])('a lead is informed of: %s', (_case, person, at, isTold) => {
  expect(hears(person, { change: change('leads'), at })).toBe(isTold);
});

it('a whole list is informed of to anyone who reads some of it', () => {
  expect(hears(hearer('own'), { change: change('leads', null) })).toBe(true);
  expect(hears(hearer('none'), { change: change('leads', null) })).toBe(false);
  expect(hears(hearer('none'), { change: change('brands', null) })).toBe(false);
  expect(hears(hearer('none'), { change: change('settings', null) })).toBe(true);
});

it('roles and invitations are for administrators, a workspace for its members', () => {
  const plain = hearer('all', { rights: everything });
  for (const entity of ['roles', 'invitations', 'maintenance_runs', 'retention_days'])
    expect(hears(plain, { change: change(entity) })).toBe(false);
  expect(hears(plain, { change: change('workspaces', 3) })).toBe(true);
  expect(hears(plain, { change: change('workspaces', 4) })).toBe(false);
  expect(hears(plain, { change: change('workspace_members'), at: [ours] })).toBe(true);
  expect(hears(plain, { change: change('workspace_members'), at: [theirs] })).toBe(false);
});
