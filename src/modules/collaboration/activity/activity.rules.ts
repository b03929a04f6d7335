import type { Activity } from './activity.fields';
import type { ActivityFilter } from './activity.filters';
import {
  recordPathOfType,
  allLists,
  feedKinds,
  lists,
} from '~/modules/organization/kinds/kinds.rules';

/** The choices of the feed's filter (docs/product/activity.md#screen); '' is not a filter. */
export const feedChoices: readonly { value: FeedChoice; label: string }[] = [
  { value: '', label: 'All Activities' },
  ...feedKinds.map((kind) => ({ value: kind, label: lists[kind].plural })),
  { value: 'users', label: 'User Actions' },
];

export type FeedChoice = '' | ActivityFilter;

const invitations: { path: string; search: object } = {
  path: '/users/invitations',
  search: {},
};

/** What has no details but its page. */
const pagesAlone: readonly string[] = ['lot', 'count'];

/** The screen that shows a record, with the query that opens its details. Null where there is none. */
export function locationOfRecord(record: {
  type: string;
  id: number;
}): { path: string; search: object } | null {
  const path = allLists.find(({ type }) => type === record.type)?.path;
  if (path === undefined) return null;
  if (pagesAlone.includes(record.type)) return { path: `${path}/${record.id}`, search: {} };
  return { path, search: { view: record.id } };
}

const backups: { path: string; search: object } = { path: '/backups', search: {} };

interface Placed {
  action?: string;
  record: { type: string; id: number; entity?: string | undefined } | null;
}

/** Where an entry links to: null when its record was deleted or when it covers many records. */
export function locationOfActivity({ action, record }: Placed) {
  if (record === null || action === 'deleted') return null;
  // Invitations are logged under users, but their id is not a user's.
  if (record.entity === 'invitations') return invitations;
  if (record.entity === 'maintenance_runs') return backups;
  if (record.entity === 'webhooks') return { path: `/webhooks/${record.id}`, search: {} };
  if (record.entity === 'lead_sources') return { path: `/lead-sources/${record.id}`, search: {} };
  const page = record.entity === 'record_notes' ? recordPathOfType(record) : null;
  return page === null ? locationOfRecord(record) : { path: page, search: { tab: 'notes' } };
}

/**
 * The feed with its newest page reloaded: new entries go on top and older pages stay. Where the two do not overlap,
 * more happened than fits on one page, and the older pages are dropped.
 */
export function withNewest(
  loaded: readonly Activity[],
  newest: readonly Activity[],
): readonly Activity[] {
  const last = newest.at(-1);
  if (last === undefined) return newest;
  const at = loaded.findIndex((each) => each.id === last.id);
  if (at >= 0) return [...newest, ...loaded.slice(at + 1)];
  const fresh = new Set(newest.map(({ id }) => id));
  const older = loaded.filter(({ id }) => !fresh.has(id));
  // A page that is not full is the whole feed.
  return older.length < loaded.length ? [...newest, ...older] : newest;
}
