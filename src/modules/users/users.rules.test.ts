import { describe, expect, it } from 'vitest';
import { fieldError } from '~/kit/shared/fields/record-schemas';
import { predicateOf } from '~/kit/shared/filters/filters';
import { newPassword, type User, userFields } from './users.fields';
import { userFilters } from './users.filters';
import {
  canDeactivate,
  canDelete,
  canDemote,
  cookieIn,
  deviceName,
  displayName,
  figuresOf,
  initials,
  lockedSentence,
  otherAdministrators,
  passwordChangeErrors,
  refreshUse,
  secondsLocked,
} from './users.rules';

const now = new Date('2026-11-05T10:00:00.000Z');

function ago(seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString();
}

describe('lock-out', () => {
  it.each([
    ['too few failures', null, 0],
    ['the failure that fills the measure just happened', ago(0), 900],
    ['it happened ten minutes ago', ago(600), 300],
    ['a part of a second is left', ago(899.5), 1],
    ['it is exactly fifteen minutes old', ago(900), 0],
    ['it is older', ago(5000), 0],
  ])('%s', (_case, decisive, seconds) => {
    expect(secondsLocked(decisive, now)).toBe(seconds);
  });

  it.each([
    [900, 'Too many failed sign-ins. Please try again in 15 minutes.'],
    [61, 'Too many failed sign-ins. Please try again in 2 minutes.'],
    [60, 'Too many failed sign-ins. Please try again in 1 minute.'],
    [1, 'Too many failed sign-ins. Please try again in 1 minute.'],
  ])('%i seconds are told in whole minutes', (seconds, sentence) => {
    expect(lockedSentence(seconds)).toBe(sentence);
  });
});

describe('a refresh token', () => {
  it.each([
    ['never used', 60, null, 'first'],
    ['used again at the same instant', 60, 0, 'twin'],
    ['used again after ten seconds', 60, 10, 'twin'],
    ['used again after more than ten seconds', 60, 10.001, 'theft'],
    ['expired this instant', 0, null, 'expired'],
    ['expired and used before', -1, 100, 'expired'],
  ])('%s', (_case, left, rotated, use) => {
    const token = { expires_at: ago(-left), rotated_at: rotated === null ? null : ago(rotated) };
    expect(refreshUse(token, now)).toBe(use);
  });
});

describe('a change of the own password', () => {
  const good = { currentPassword: 'old', newPassword: 'new one', confirm: 'new one' };

  it.each([
    [{}, {}],
    [{ currentPassword: '' }, { currentPassword: 'Current password is required' }],
    [{ confirm: 'new two' }, { confirm: 'Passwords do not match' }],
    [
      { newPassword: '12345', confirm: '12345' },
      { newPassword: 'Password must be at least 6 characters' },
    ],
    [{ newPassword: '', confirm: '' }, { newPassword: 'New password is required' }],
    [
      { newPassword: '12345', confirm: '' },
      { newPassword: 'Password must be at least 6 characters', confirm: 'Passwords do not match' },
    ],
  ])('with %j', (typed, errors) => {
    expect(passwordChangeErrors({ ...good, ...typed })).toEqual(errors);
  });
});

describe('names', () => {
  it('shows both names and their first letters', () => {
    expect(displayName({ first_name: 'Asha', last_name: 'Rao' })).toBe('Asha Rao');
    expect(initials({ first_name: 'asha', last_name: 'rao' })).toBe('AR');
    expect(initials({ first_name: '', last_name: '𝒳enia' })).toBe('𝒳');
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl'],
    ['<script>', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('%s', (agent, device) => {
    expect(deviceName(agent)).toBe(device);
  });
});

describe('a Cookie header', () => {
  it('gives the value of the cookie that is asked for', () => {
    expect(cookieIn('a=1; access=abc; refresh=def', 'access')).toBe('abc');
    expect(cookieIn('xaccess=no;access=a=b', 'access')).toBe('a=b');
    expect(cookieIn('', 'access')).toBeUndefined();
  });
});

describe('what is typed about a user', () => {
  it.each([
    ['first_name', '', 'First name is required'],
    ['first_name', 'A', 'First name must be at least 2 characters'],
    ['first_name', 'x'.repeat(51), 'First name cannot exceed 50 characters'],
    ['last_name', ' ', 'Last name is required'],
    ['last_name', 'B', 'Last name must be at least 2 characters'],
    ['last_name', 'x'.repeat(51), 'Last name cannot exceed 50 characters'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['email', '', 'Email is required'],
    ['email', 'asha', 'Please enter a valid email address'],
    ['email', 'asha@example.com', null],
  ] as const)('%s %j', (name, value, message) => {
    expect(fieldError(userFields[name], value, 'form')).toBe(message);
  });

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(201), 'Password cannot exceed 200 characters'],
    [' 1234 ', undefined],
  ])('the password %j', (password, message) => {
    expect(newPassword.safeParse(password).error?.issues[0]?.message).toBe(message);
  });
});

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

const daysAgo = (days: number) => ago(days * 86_400);

it('the cards count, logins of the last 7 days among them', () => {
  const all = [
    user({ last_login: daysAgo(7) }),
    user({ last_login: daysAgo(7.001), role: 'admin' }),
    user({ is_active: false }),
  ];
  expect(figuresOf(all, now.toISOString())).toEqual({
    total: 3,
    active: 2,
    administrators: 1,
    recent: 1,
  });
});

describe('the filters', () => {
  const facts = { now: now.toISOString(), today: '2026-11-05', timeZone: 'Asia/Kolkata' };
  const finds = (key: string, value: string, subject: User) =>
    predicateOf(userFilters, { [key]: value }, facts)?.(subject);

  it.each([
    ['permission', 'full', { role: 'admin' }, true],
    ['permission', 'full', { role: 'admin', is_active: false }, false],
    ['permission', 'limited', {}, true],
    ['permission', 'limited', { role: 'admin' }, false],
    ['permission', 'readonly', { is_active: false }, true],
    ['permission', 'readonly', { is_active: false, role: 'admin' }, false],
    ['permission', 'suspended', { is_active: false, role: 'admin' }, true],
    ['permission', 'suspended', {}, false],
    ['department', 'admin', { role: 'admin' }, true],
    ['department', 'admin', { username: 'SysAdmin' }, true],
    ['department', 'admin', { email: 'asha@admin.example' }, false],
    ['department', 'sales', { email: 'asha@Sales.example' }, true],
    ['department', 'sales', { email: 'sales@example.com' }, false],
    ['department', 'sales', { username: 'north-sales' }, true],
    ['department', 'ops', { username: 'devops' }, true],
    ['department', 'finance', { department: 'Finance' }, false],
    ['department', 'support', { email: 'a@support.example' }, true],
    ['last_login', 'today', { last_login: '2026-11-04T18:30:00.000Z' }, true],
    ['last_login', 'today', { last_login: '2026-11-04T18:29:00.000Z' }, false],
    ['last_login', 'week', { last_login: daysAgo(7) }, true],
    ['last_login', 'week', { last_login: daysAgo(7.01) }, false],
    ['last_login', 'month', { last_login: daysAgo(30) }, true],
    ['last_login', 'month', { last_login: daysAgo(30.01) }, false],
    ['last_login', 'inactive', { last_login: daysAgo(30.01) }, true],
    ['last_login', 'inactive', { last_login: daysAgo(30) }, false],
    ['last_login', 'inactive', { last_login: null }, false],
    ['last_login', 'never', { last_login: null }, true],
    ['last_login', 'never', { last_login: daysAgo(90) }, false],
    ['search', 'rao', {}, true],
    ['status', 'inactive', {}, false],
    ['role', 'admin', {}, false],
  ])('%s %s %j: %s', (key, value, values, found) => {
    expect(finds(key, value, user(values as Partial<User>))).toBe(found);
  });
});
