import { expect, it } from 'vitest';
import { mergeValues } from '~/kit/shared/fields/merge';
import { everything, nothing } from './rights.rules';
import {
  canChange,
  canDelete,
  chosenRole,
  partLabel,
  partsOf,
  partText,
  patchOf,
  pickedRole,
  rolePicks,
} from './roles.rules';

const admin = { role: 'admin', role_id: 1 } as const;
const plain = { role: 'user', role_id: null } as const;
const sales = { role: 'user', role_id: 2 } as const;

it.each([
  ['nothing sent', plain, {}, plain],
  ['the same sent back', admin, admin, admin],
  ['made an administrator by the role', plain, { role: 'admin' }, admin],
  ['made an administrator by the rights', sales, { role_id: 1 }, admin],
  ['demoted by the role', admin, { role: 'user' }, plain],
  ['demoted by the rights', admin, { role_id: 2 }, sales],
  ['given rights', plain, { role_id: 2 }, sales],
  ['the rights taken back', sales, { role_id: null }, plain],
  ['the whole form with another role', sales, { role: 'admin', role_id: 2 }, admin],
  ['the whole form with other rights', admin, { role: 'admin', role_id: 2 }, sales],
  ['both changed alike', plain, { role: 'admin', role_id: 1 }, admin],
  ['both changed and contradicting', sales, { role: 'admin', role_id: null }, null],
] as const)('%s', (_case, before, sent, after) => {
  expect(chosenRole(before, sent)).toEqual(after);
});

it('only the role of administrators never changes, but for what it requires', () => {
  for (const patch of [
    { name: 'Boss' },
    { rights: {} },
    { rights: {}, second_factor_required: true },
  ])
    expect(canChange({ id: 1 }, patch)).toMatchObject({ code: 'role.fixed' });
  expect(canChange({ id: 1 }, { second_factor_required: true }).ok).toBe(true);
  expect(canChange({ id: 2 }, { name: 'Boss' }).ok).toBe(true);
});

it('a role is deleted that was not ready-made and that no one has', () => {
  expect(canDelete({ is_ready_made: true, user_count: 0 })).toMatchObject({
    code: 'role.ready_made',
  });
  expect(canDelete({ is_ready_made: false, user_count: 1 })).toMatchObject({
    code: 'role.in_use',
    message: '1 user has this role. Give them another one first.',
  });
  expect(canDelete({ is_ready_made: false, user_count: 2 })).toMatchObject({
    message: '2 users have this role. Give them another one first.',
  });
  const unused = { is_ready_made: false, user_count: 0 };
  expect(canDelete(unused, [{ noun: 'invitation', count: 2 }])).toMatchObject({
    code: 'role.in_use',
    message: '2 invitations name this role. Revoke them first.',
  });
  expect(canDelete(unused).ok).toBe(true);
});

it('forms offer the two base roles first, and say on the wire which was picked', () => {
  const existing = [
    { id: 1, name: 'Administrator' },
    { id: 2, name: 'Sales' },
    { id: 101, name: 'Callers' },
  ];
  const picks = rolePicks(existing);
  expect(picks.map(({ label }) => label)).toEqual(['User', 'Administrator', 'Sales', 'Callers']);
  expect(picks.map(({ value }) => pickedRole(value))).toEqual([
    { role: 'user' },
    { role: 'admin' },
    { role: 'user', role_id: 2 },
    { role: 'user', role_id: 101 },
  ]);
});

it('a role that two people have changed has the rights that each of them set for other records', () => {
  const base = partsOf({ name: 'Sales', rights: nothing });
  const { values, conflicts } = mergeValues({
    base: { ...base },
    mine: { ...base, leads: everything.leads },
    theirs: { ...base, orders: everything.orders },
  });
  expect(conflicts).toEqual([]);
  expect(patchOf({ ...base, ...values, updated_at: 'v2' })).toEqual({
    name: 'Sales',
    rights: { ...nothing, leads: everything.leads, orders: everything.orders },
    updated_at: 'v2',
  });
});

it('says rights in words', () => {
  expect(partLabel('leads')).toBe('Leads');
  expect(partText('leads', { read: 'own', create: true, export: true })).toBe(
    'Read: Own, create, export',
  );
  expect([partLabel('name'), partText('name', 'Sales')]).toEqual([undefined, undefined]);
});
