import { describe, expect, it } from 'vitest';
import { sampleUser } from './users.builders';
import { canDeactivate, canDelete, canDemote, otherAdministrators } from './users.rules';

describe('what an administrator may do with a user', () => {
  const alone = { asker: 1, otherAdministrators: 0 };
  const among = { asker: 1, otherAdministrators: 1 };
  const admin = sampleUser({ role: 'admin' });
  const self = sampleUser({ id: 1, role: 'admin' });
  const off = sampleUser({ is_active: false });
  const codeOf = (verdict: ReturnType<typeof canDelete>) => (verdict.ok ? 'ok' : verdict.code);

  it.each([
    ['a user', sampleUser(), alone, 'ok', 'ok', 'user.still_active'],
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
      sampleUser({ role: 'admin', is_active: false }),
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
  ] as const)('%s', (_case, subject, state, deactivate, demote, remove) => {
    expect([
      codeOf(canDeactivate(subject, state)),
      codeOf(canDemote(subject, state)),
      codeOf(canDelete(subject, state)),
    ]).toEqual([deactivate, demote, remove]);
  });

  it('counts the active administrators next to one', () => {
    const all = [
      admin,
      self,
      sampleUser({ id: 9, role: 'admin', is_active: false }),
      sampleUser({ id: 10 }),
    ];
    expect([otherAdministrators(all, 7), otherAdministrators(all, 10)]).toEqual([1, 2]);
  });
});
