import { describe, expect, it } from 'vitest';
import type { User } from './users.fields';
import { canDeactivate, canDelete, canDemote, otherAdministrators } from './users.rules';

const now = new Date('2026-11-05T10:00:00.000Z');

function ago(seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString();
}

const user = (values: Partial<User> = {}): User => ({
  id: 7,
  username: 'asha',
  email: 'asha@example.com',
  first_name: 'Asha',
  last_name: 'Rao',
  role: 'user',
  is_active: true,
  phone: null,
  department: null,
  position: null,
  bio: null,
  last_login: null,
  created_at: ago(0),
  updated_at: ago(0),
  ...values,
});

describe('what an administrator may do with a user', () => {
  const alone = { asker: 1, otherAdministrators: 0 };
  const among = { asker: 1, otherAdministrators: 1 };
  const admin = user({ role: 'admin' });
  const self = user({ id: 1, role: 'admin' });
  const off = user({ is_active: false });
  const codeOf = (verdict: ReturnType<typeof canDelete>) => (verdict.ok ? 'ok' : verdict.code);

  it.each([
    ['a user', user(), alone, 'ok', 'ok', 'user.still_active'],
    ['an inactive user', off, alone, 'ok', 'ok', 'ok'],
    ['one of two administrators', admin, among, 'ok', 'ok', 'user.still_active'],
    [
      'the last administrator',
      admin,
      alone,
      'user.last_admin',
      'user.last_admin',
      'user.last_admin',
    ],
    [
      'an inactive administrator',
      user({ role: 'admin', is_active: false }),
      alone,
      'ok',
      'ok',
      'ok',
    ],
    ['oneself', self, among, 'user.own_account', 'ok', 'user.own_account'],
    [
      'oneself as the last one',
      self,
      alone,
      'user.own_account',
      'user.last_admin',
      'user.own_account',
    ],
  ] as const)('%s', (_case, subject, standing, deactivate, demote, remove) => {
    expect([
      codeOf(canDeactivate(subject, standing)),
      codeOf(canDemote(subject, standing)),
      codeOf(canDelete(subject, standing)),
    ]).toEqual([deactivate, demote, remove]);
  });

  it('counts the active administrators beside one', () => {
    const all = [admin, self, user({ id: 9, role: 'admin', is_active: false }), user({ id: 10 })];
    expect([otherAdministrators(all, 7), otherAdministrators(all, 10)]).toEqual([1, 2]);
  });
});
