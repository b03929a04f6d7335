import type { ActivityType } from './activity.fields';

/**
 * The filters of the feed, in the order of docs/product/activity.md#screen, with the activity types that each one
 * admits.
 */
export const activityFilters = {
  leads: 'lead',
  customers: 'customer',
  orders: 'order',
  invoices: 'invoice',
  payments: 'payment',
  users: 'user',
} as const satisfies Record<string, ActivityType>;

export type ActivityFilter = keyof typeof activityFilters;
