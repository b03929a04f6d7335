import { feedKinds, lists, type RecordType } from '~/modules/organization/kinds/kinds.rules';

/** The filters of the feed (docs/product/activity.md#screen). */
export const activityFilters = [...feedKinds, 'users'] as const;

export type ActivityFilter = (typeof activityFilters)[number];

/** The activities that a filter admits. */
export function typeOfFilter(filter: ActivityFilter): RecordType {
  return lists[filter].type;
}
