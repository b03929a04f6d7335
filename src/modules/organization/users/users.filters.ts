import { any, type Condition } from '~/kit/shared/filters/conditions';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { count } from '~/kit/shared/filters/figures';
import {
  bands,
  choice,
  filtersOf,
  instantsOf,
  type Moment,
  search,
} from '~/kit/shared/filters/kind-filters';
import { type User, userFields } from './users.fields';
import { daysBefore } from './users.rules';

export interface UserFilterOptions extends Moment {
  now: string;
}

/** A word in the email's domain or in the username indicates the department (docs/product/users.md#filters). */
const department = (part: string): Condition<User> =>
  any({ email: { part, after: '@' } }, { username: { part } });

const active = { is_active: true } as const;
const inactive = { is_active: false } as const;
const signedInWithin =
  (days: number) =>
  ({ now }: { now: string }): Condition<User> => ({ last_login: { from: daysBefore(now, days) } });

/** The filters of the users list and their heuristics (docs/product/users.md#filters). */
export const userFilters = filtersOf<User, UserFilterOptions>(userFields, {
  search: search(['first_name', 'last_name', 'username', 'email']),
  role: choice(),
  status: bands('Status', { active: ['Active', active], inactive: ['Inactive', inactive] }),
  permission: bands('Permission', {
    full: ['Full (active administrators)', { ...active, role: 'admin' }],
    limited: ['Limited (active users)', { ...active, role: 'user' }],
    readonly: ['Read-only (inactive users)', { ...inactive, role: 'user' }],
    suspended: ['Suspended (all inactive accounts)', inactive],
  }),
  department: bands('Department', {
    admin: ['Admin', any({ role: 'admin' }, { username: { part: 'admin' } })],
    sales: ['Sales', department('sales')],
    support: ['Support', department('support')],
    ops: ['Operations', department('ops')],
    finance: ['Finance', department('finance')],
  }),
  last_login: bands(userFields.last_login.label, {
    today: [
      'Today',
      ({ today, timeZone }) => ({
        last_login: instantsOf(daysOfRange('today', today), timeZone),
      }),
    ],
    week: ['Within a week (7 days)', signedInWithin(7)],
    month: ['Within a month (30 days)', signedInWithin(30)],
    inactive: [
      'Inactive (over 30 days)',
      ({ now }) => ({ last_login: { below: daysBefore(now, 30) } }),
    ],
    never: ['Never', { last_login: null }],
  }),
});

/** The figures above the list (docs/product/users.md#figures). */
export const userFigures = {
  total: count<User, { now: string }>(),
  active: count<User, { now: string }>(active),
  administrators: count<User, { now: string }>({ role: 'admin' }),
  recent: count<User, { now: string }>(signedInWithin(7)),
};
