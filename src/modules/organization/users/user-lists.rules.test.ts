import { describe, expect, it } from 'vitest';
import { figuresOf } from '~/kit/shared/filters/figures';
import { predicateOf } from '~/kit/shared/filters/filters';
import { sampleUser } from './users.builders';
import type { User } from './users.fields';
import { userFigures, userFilters } from './users.filters';

const now = new Date('2026-11-05T10:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

it('the cards count, logins of the last 7 days among them', () => {
  const all = [
    sampleUser({ last_login: daysAgo(7) }),
    sampleUser({ last_login: daysAgo(7.001), role: 'admin' }),
    sampleUser({ is_active: false }),
  ];
  expect(figuresOf(userFigures, all, { now: now.toISOString() })).toEqual({
    total: 3,
    active: 2,
    administrators: 1,
    recent: 1,
  });
});

describe('the filters', () => {
  const options = { now: now.toISOString(), today: '2026-11-05', timeZone: 'Asia/Kolkata' };
  const finds = (key: string, value: string, subject: User) =>
    predicateOf(userFilters, { [key]: value }, options)?.(subject);

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
    expect(finds(key, value, sampleUser(values as Partial<User>))).toBe(found);
  });
});
