import { type Day, dayOf } from '~/kit/shared/time/days';
import {
  type Band,
  bandFilter,
  choiceFilter,
  type Filter,
  searchFilter,
} from '~/kit/shared/filters/filters';
import { type User, userFields } from './users.fields';
import { daysApart } from './users.rules';

export interface UserFilterOptions {
  now: string;
  today: Day;
  timeZone: string;
}

/** A word in the email's domain or in the username indicates the department (docs/product/users.md#filters). */
function department(value: string, label: string): Band<User, UserFilterOptions> {
  return {
    value,
    label,
    test: ({ email, username }) =>
      email.toLowerCase().split('@').at(-1)?.includes(value) === true ||
      username.toLowerCase().includes(value),
  };
}

function signedInWithin(days: number) {
  return ({ last_login }: User, { now }: UserFilterOptions): boolean =>
    last_login !== null && daysApart(last_login, now) <= days;
}

/** The filters of the users list and their heuristics (docs/product/users.md#filters). */
export const userFilters: readonly Filter<User, UserFilterOptions>[] = [
  searchFilter(['first_name', 'last_name', 'username', 'email']),
  choiceFilter('role', userFields.role),
  bandFilter<User, UserFilterOptions>({
    key: 'status',
    label: 'Status',
    bands: [
      { value: 'active', label: 'Active', test: (user) => user.is_active },
      { value: 'inactive', label: 'Inactive', test: (user) => !user.is_active },
    ],
  }),
  bandFilter<User, UserFilterOptions>({
    key: 'permission',
    label: 'Permission',
    bands: [
      {
        value: 'full',
        label: 'Full (active administrators)',
        test: (user) => user.is_active && user.role === 'admin',
      },
      {
        value: 'limited',
        label: 'Limited (active users)',
        test: (user) => user.is_active && user.role === 'user',
      },
      {
        value: 'readonly',
        label: 'Read-only (inactive users)',
        test: (user) => !user.is_active && user.role === 'user',
      },
      {
        value: 'suspended',
        label: 'Suspended (all inactive accounts)',
        test: (user) => !user.is_active,
      },
    ],
  }),
  bandFilter<User, UserFilterOptions>({
    key: 'department',
    label: 'Department',
    bands: [
      {
        value: 'admin',
        label: 'Admin',
        test: ({ role, username }) => role === 'admin' || username.toLowerCase().includes('admin'),
      },
      department('sales', 'Sales'),
      department('support', 'Support'),
      department('ops', 'Operations'),
      department('finance', 'Finance'),
    ],
  }),
  bandFilter<User, UserFilterOptions>({
    key: 'last_login',
    label: userFields.last_login.label,
    bands: [
      {
        value: 'today',
        label: 'Today',
        test: ({ last_login }, { today, timeZone }) =>
          last_login !== null && dayOf(last_login, timeZone) === today,
      },
      { value: 'week', label: 'Within a week (7 days)', test: signedInWithin(7) },
      { value: 'month', label: 'Within a month (30 days)', test: signedInWithin(30) },
      {
        value: 'inactive',
        label: 'Inactive (over 30 days)',
        test: (user, options) => user.last_login !== null && !signedInWithin(30)(user, options),
      },
      { value: 'never', label: 'Never', test: ({ last_login }) => last_login === null },
    ],
  }),
];
