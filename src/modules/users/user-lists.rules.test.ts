import { describe, expect, it } from 'vitest';
import { predicateOf } from '~/kit/shared/filters/filters';
import type { User } from './users.fields';
import { userFilters } from './users.filters';
import { figuresOf } from './users.rules';

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
