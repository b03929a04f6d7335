import { count } from '~/kit/shared/filters/figures';
import { bandFilter, type Filter } from '~/kit/shared/filters/filters';
import { bands, choice, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { daysApart, daysBefore } from '~/modules/organization/users/users.rules';
import { type Invitation, invitationFields } from './invitations.fields';

export interface InvitationFilterOptions {
  now: string;
}

const pending = { status: 'pending' } as const;

const daysTaken = (over: number, upTo: number) => (invitation: Invitation) => {
  const { accepted_at, created_at } = invitation;
  const days = accepted_at === null ? null : daysApart(created_at, accepted_at);
  return days !== null && days > over && days <= upTo;
};

/** The filters of the invitations list (docs/product/invitations.md#filters). */
export const invitationFilters: readonly Filter<Invitation, InvitationFilterOptions>[] = [
  ...filtersOf<Invitation, InvitationFilterOptions>(invitationFields, {
    search: search(['first_name', 'last_name', 'email', 'invited_by_name']),
    status: choice(),
    role: choice(),
    expiry: bands('Expiry', {
      soon: [
        'Expiring soon (0-3 days left)',
        ({ now }) => ({ ...pending, expires_at: { upTo: daysBefore(now, -3) } }),
      ],
      valid: [
        'Valid (over 3 days left)',
        ({ now }) => ({ ...pending, expires_at: { above: daysBefore(now, -3) } }),
      ],
    }),
    response_time: bands('Pending Response Time', {
      recent: [
        'Recent (1 day or less)',
        ({ now }) => ({ ...pending, created_at: { from: daysBefore(now, 1) } }),
      ],
      moderate: [
        'Moderate (1-7 days)',
        ({ now }) => ({
          ...pending,
          created_at: { from: daysBefore(now, 7), below: daysBefore(now, 1) },
        }),
      ],
      overdue: [
        'Overdue (over 7 days)',
        ({ now }) => ({ ...pending, created_at: { below: daysBefore(now, 7) } }),
      ],
    }),
  }),
  bandFilter<Invitation, InvitationFilterOptions>({
    key: 'accepted_speed',
    label: 'Accepted Speed',
    bands: [
      { value: 'fast', label: 'Fast (1 day or less)', test: daysTaken(-Infinity, 1) },
      { value: 'normal', label: 'Normal (1-7 days)', test: daysTaken(1, 7) },
      { value: 'slow', label: 'Slow (over 7 days)', test: daysTaken(7, Infinity) },
    ],
  }),
];

/** The figures above the list. */
export const invitationFigures = {
  total: count<Invitation>(),
  pending: count<Invitation>(pending),
  accepted: count<Invitation>({ status: 'accepted' }),
  expired: count<Invitation>({ status: 'expired' }),
};
