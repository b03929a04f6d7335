import { describe, expect, it } from 'vitest';
import type { Right, Rights } from '~/kit/shared/access';
import { rightsPatchSchema, rightsSchema } from './rights.fields';
import {
  everything,
  type Holder,
  isWider,
  subjectOf,
  reaches,
  may,
  mayHere,
  mayHereAll,
  mergeRights,
  nothing,
  reachOf,
} from './rights.rules';
import { subjectNames, subjects } from '~/modules/organization/kinds/kinds.rules';

const allRights = subjectNames.flatMap((kind) =>
  ['read', ...subjects[kind].actions].map((action) => `${kind}.${action}` as Right),
);
const holder = (rights: Rights | null, role: Holder['role'] = 'user'): Holder => ({ role, rights });
const okOf = (who: Holder) => allRights.filter((right) => may(who, right).ok);

it.each([
  [nothing, everything, true],
  [everything, nothing, false],
  [everything, everything, false],
  [nothing, mergeRights(nothing, { products: { create: true } }), true],
  [
    mergeRights(nothing, { leads: { read: 'own' } }),
    mergeRights(nothing, { leads: { read: 'workspace' } }),
    true,
  ],
  [
    mergeRights(nothing, { leads: { read: 'all' } }),
    mergeRights(nothing, { leads: { read: 'own' } }),
    false,
  ],
  // More of one kind and less of another.
  [
    mergeRights(nothing, { leads: { read: 'all' } }),
    mergeRights(nothing, { invoices: { issue: true } }),
    true,
  ],
])('rights %# are wider, or not', (before, after, wider) => {
  expect(isWider(before, after)).toBe(wider);
});

describe('what a role permits', () => {
  it('is everything for administrators, regardless of their role, and for users without a role', () => {
    expect(okOf(holder(nothing, 'admin'))).toEqual(allRights);
    expect(okOf(holder(null))).toEqual(allRights);
    expect(okOf(holder(everything))).toEqual(allRights);
    expect(okOf(holder(nothing))).toEqual([]);
  });

  it('is each right on its own, once the kind is read', () => {
    for (const kind of subjectNames) {
      for (const action of subjects[kind].actions) {
        const right = `${kind}.${action}` as Right;
        const unread = mergeRights(nothing, { [kind]: { [action]: true } });
        expect(okOf(holder(unread))).toEqual(action === 'create' ? [right] : []);
        const read = mergeRights(unread, { [kind]: { read: 'all' } });
        expect(okOf(holder(read)).toSorted()).toEqual([`${kind}.read`, right].toSorted());
      }
    }
  });

  it('is refused in a sentence', () => {
    expect(may(holder(nothing), 'orders.update')).toEqual({
      ok: false,
      code: 'auth.right_missing',
      message: 'Your role does not allow you to change orders',
    });
    const verdict = may(holder(nothing), 'leads.read');
    expect(!verdict.ok && verdict.message).toBe('Your role does not allow you to see leads');
  });
});

it('what belongs to no workspace and to no one is read whole or not at all', () => {
  const reachesOf = (kind: (typeof subjectNames)[number]) =>
    reaches.map(({ value }) =>
      reachOf(holder(mergeRights(nothing, { [kind]: { read: value } })), kind),
    );
  for (const kind of subjectNames) {
    const isWhole = subjects[kind].workspace === null;
    expect(reachesOf(kind)).toEqual(
      isWhole ? ['all', 'all', 'none', 'none'] : ['all', 'workspace', 'own', 'none'],
    );
  }
});

it('a viewer writes nothing that belongs to workspaces, and may still read and export', () => {
  const viewer = { ...holder(null), workspace_role: 'viewer' as const };
  const refused = allRights.filter((right) => !mayHere(viewer, right).ok);
  const writing = allRights.filter(
    (right) => !/\.(?:read|export)$/.test(right) && subjects[subjectOf(right)].workspace !== null,
  );
  expect(refused).toEqual(writing);
  expect(mayHere(viewer, 'leads.update')).toMatchObject({ code: 'workspace.read_only' });
  const member = { ...viewer, workspace_role: 'member' as const };
  expect(allRights.every((right) => mayHere(member, right).ok)).toBe(true);
});

it('of several rights the first that is missing refuses', () => {
  const worker = {
    ...holder(mergeRights(nothing, { leads: { read: 'own', update: true } })),
    workspace_role: null,
  };
  expect(mayHereAll(worker, ['leads.update', 'customers.create'])).toMatchObject({
    message: 'Your role does not allow you to create customers',
  });
  expect(mayHereAll(worker, ['leads.update']).ok).toBe(true);
});

describe('rights that are sent', () => {
  it('keep what they leave out', () => {
    const before = mergeRights(everything, { leads: { read: 'own' } });
    const after = mergeRights(before, { leads: { delete: false }, orders: {} });
    expect(after).toEqual({
      ...everything,
      leads: { ...everything.leads, read: 'own', delete: false },
    });
    expect(rightsSchema.parse(after)).toEqual(after);
  });

  it.each([
    [{ machines: { read: 'all' } }],
    [{ leads: { issue: true } }],
    [{ leads: { read: 'some' } }],
    [{ leads: { create: 'yes' } }],
    [{ leads: true }],
    [[]],
    ['all'],
  ])('are refused as %j', (wrong) => {
    expect(rightsPatchSchema.safeParse(wrong).success).toBe(false);
  });
});
