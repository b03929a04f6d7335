import type { Context } from '~/kit/server/database/context';
import type { Activity } from '../activity.fields';
import { type ActivityFilter, typeOfFilter } from '../activity.filters';
import { listActivity, listNewestOfEach } from './activity.queries';

/** A page of the chosen workspace's feed, newest first; `before` is the id of the last activity already loaded. */
export async function getFeed(
  context: Pick<Context, 'db' | 'person'>,
  page: { type: ActivityFilter | null; before: number | null; limit: number },
): Promise<Activity[]> {
  return listActivity(context, { ...page, type: page.type && typeOfFilter(page.type) });
}

/**
 * What happened since an instant in the chosen workspace, newest first: `count` entries each of leads, payments and the
 * rest.
 */
export async function getNewestOfEach(
  { db, person }: Pick<Context, 'db' | 'person'>,
  since: string,
  count: number,
): Promise<Activity[]> {
  return listNewestOfEach(db, { since, person }, count);
}
