import { bandFilter, choiceFilter, type Filter, searchFilter } from '~/kit/shared/filters/filters';
import { daysApart } from '~/modules/organization/users/users.rules';
import { type Invitation, invitationFields } from './invitations.fields';

export interface InvitationFilterOptions {
  now: string;
}

type Age = (invitation: Invitation, options: InvitationFilterOptions) => number | null;

const daysRemaining: Age = ({ status, expires_at }, { now }) =>
  status === 'pending' ? daysApart(now, expires_at) : null;
const daysWaiting: Age = ({ status, created_at }, { now }) =>
  status === 'pending' ? daysApart(created_at, now) : null;
const daysTaken: Age = ({ accepted_at, created_at }) =>
  accepted_at === null ? null : daysApart(created_at, accepted_at);

function days(age: Age, over: number, upTo: number) {
  return (invitation: Invitation, options: InvitationFilterOptions): boolean => {
    const found = age(invitation, options);
    return found !== null && found > over && found <= upTo;
  };
}

/** The filters of the invitations list (docs/product/invitations.md#filters). */
export const invitationFilters: readonly Filter<Invitation, InvitationFilterOptions>[] = [
  searchFilter(['first_name', 'last_name', 'email', 'invited_by_name']),
  choiceFilter('status', invitationFields.status),
  choiceFilter('role', invitationFields.role),
  bandFilter<Invitation, InvitationFilterOptions>({
    key: 'expiry',
    label: 'Expiry',
    bands: [
      {
        value: 'soon',
        label: 'Expiring soon (0-3 days left)',
        test: days(daysRemaining, -Infinity, 3),
      },
      { value: 'valid', label: 'Valid (over 3 days left)', test: days(daysRemaining, 3, Infinity) },
    ],
  }),
  bandFilter<Invitation, InvitationFilterOptions>({
    key: 'response_time',
    label: 'Pending Response Time',
    bands: [
      { value: 'recent', label: 'Recent (1 day or less)', test: days(daysWaiting, -Infinity, 1) },
      { value: 'moderate', label: 'Moderate (1-7 days)', test: days(daysWaiting, 1, 7) },
      { value: 'overdue', label: 'Overdue (over 7 days)', test: days(daysWaiting, 7, Infinity) },
    ],
  }),
  bandFilter<Invitation, InvitationFilterOptions>({
    key: 'accepted_speed',
    label: 'Accepted Speed',
    bands: [
      { value: 'fast', label: 'Fast (1 day or less)', test: days(daysTaken, -Infinity, 1) },
      { value: 'normal', label: 'Normal (1-7 days)', test: days(daysTaken, 1, 7) },
      { value: 'slow', label: 'Slow (over 7 days)', test: days(daysTaken, 7, Infinity) },
    ],
  }),
];
