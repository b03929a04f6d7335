import { expect, it } from 'vitest';
import type { Whereabouts } from '~/kit/shared/changes';
import { type Reach, everything, mergeRights, nothing } from '~/modules/users/rights.rules';
import { type Hearer, toldOf } from './hearing.rules';

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

const change = (entity: string, id: number | null = 1) =>
  ({ entity, id, action: 'updated', version: null }) as const;

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
])('a lead is told of: %s', (_case, person, at, isTold) => {
  expect(toldOf(person, { change: change('leads'), at })).toEqual(isTold ? [change('leads')] : []);
});

it('a whole list is told of to whoever reads some of it', () => {
  expect(toldOf(hearer('own'), { change: change('leads', null) })).toHaveLength(1);
  expect(toldOf(hearer('none'), { change: change('leads', null) })).toEqual([]);
  expect(toldOf(hearer('none'), { change: change('brands', null) })).toEqual([]);
  expect(toldOf(hearer('none'), { change: change('settings', null) })).toHaveLength(1);
});

it('roles and invitations are for administrators, a workspace for its members', () => {
  const plain = hearer('all', { rights: everything });
  for (const entity of ['roles', 'invitations', 'maintenance_runs', 'retention_days'])
    expect(toldOf(plain, { change: change(entity) })).toEqual([]);
  expect(toldOf(plain, { change: change('workspaces', 3) })).toHaveLength(1);
  expect(toldOf(plain, { change: change('workspaces', 4) })).toEqual([]);
  expect(toldOf(plain, { change: change('workspace_members'), at: [ours] })).toHaveLength(1);
  expect(toldOf(plain, { change: change('workspace_members'), at: [theirs] })).toEqual([]);
});

it.each<[Hearer, Whereabouts, string[]]>([
  [hearer('all'), theirs, ['orders']],
  [hearer('workspace'), ours, ['orders']],
  [hearer('workspace'), theirs, []],
  [hearer('own'), mine, []],
])(
  'a customer whom one does not read is told of as the orders that name it',
  (person, at, told) => {
    const heard = toldOf(person, { change: change('customers'), at: [at] });
    expect(heard).toEqual(told.map((entity) => change(entity, null)));
  },
);
