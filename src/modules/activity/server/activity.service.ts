import type { Db } from '~/kit/server/db';
import type { Activity } from '../activity.fields';
import { activityFilters, type ActivityFilter } from '../activity.filters';
import { listActivity, listNewestOfEach } from './activity.queries';

/** A page of the feed, newest first; `before` is the id of the last activity already read. */
export async function getFeed(
  db: Db,
  page: { type: ActivityFilter | null; before: number | null; limit: number },
): Promise<Activity[]> {
  return listActivity(db, { ...page, type: page.type && activityFilters[page.type] });
}

/** What happened since an instant: the newest about leads, about payments and about all the rest. */
export async function getNewestOfEach(db: Db, since: string, count: number): Promise<Activity[]> {
  return listNewestOfEach(db, since, count);
}
