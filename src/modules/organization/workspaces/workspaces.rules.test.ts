import { describe, expect, it } from 'vitest';
import { memberRoles } from './workspaces.fields';
import {
  canChange,
  canChangeMember,
  canSee,
  canWrite,
  keepsOwner,
  type OwnRole,
  rolesToGive,
} from './workspaces.rules';

const roles = memberRoles.map((each) => each.value);
const everybody: OwnRole[] = [...roles, null];

it('who belongs to a workspace sees it, and only an owner changes it', () => {
  expect(everybody.filter((role) => canSee(role).ok)).toEqual(roles);
  expect(everybody.filter((role) => canChange(role).ok)).toEqual(['owner']);
});

it('only a viewer does not write', () => {
  expect(everybody.filter((role) => !canWrite(role).ok)).toEqual(['viewer']);
});

describe('changing a member', () => {
  const changes = everybody.flatMap((from) => everybody.map((to) => ({ from, to })));

  it('an owner may make every change', () => {
    for (const change of changes) expect(canChangeMember('owner', change).ok).toBe(true);
  });

  it('a manager may make those that touch no owner', () => {
    for (const change of changes) {
      const touchesOwner = change.from === 'owner' || change.to === 'owner';
      expect(canChangeMember('manager', change).ok).toBe(!touchesOwner);
    }
  });

  it('the others may only leave', () => {
    for (const role of ['member', 'viewer', null] as const) {
      for (const change of changes) {
        expect(canChangeMember(role, change).ok).toBe(false);
        expect(canChangeMember(role, { ...change, isOwn: true }).ok).toBe(change.to === null);
      }
    }
  });

  it('never takes the last owner', () => {
    for (const change of changes) {
      const loses = change.from === 'owner' && change.to !== 'owner';
      expect(keepsOwner(change, 0).ok).toBe(!loses);
      expect(keepsOwner(change, 1).ok).toBe(true);
    }
  });
});

it('gives the roles that someone may give', () => {
  expect(rolesToGive('owner')).toEqual(roles);
  expect(rolesToGive('manager')).toEqual(['manager', 'member', 'viewer']);
  expect(rolesToGive('member')).toEqual([]);
});
