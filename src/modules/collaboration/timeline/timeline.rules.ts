import type { HistoryItem } from '~/kit/shared/history';
import { type Day, dayOf } from '~/kit/shared/time/days';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';

/** The place of an item in a timeline: newest first, and of one moment by what it is and its number. */
export interface TimelinePosition {
  /** In ms. */
  at: number;
  source: string;
  ref: number;
}

export const pageSize = 50;
export const changes = 'change';

export function idOfPosition({ at, source, ref }: TimelinePosition): string {
  return `${at}.${source}.${ref}`;
}

/** The place that an item's id names; null for any other text. */
export function positionOfId(id: string): TimelinePosition | null {
  const [, at, source, ref] = /^(\d{1,15})\.([a-z_]{1,40})\.(\d{1,12})$/.exec(id) ?? [];
  return at && source && ref ? { at: Number(at), source, ref: Number(ref) } : null;
}

/** Less than 0 where the first is newer. */
export function compareByNewest(one: TimelinePosition, other: TimelinePosition): number {
  if (one.at !== other.at) return other.at - one.at;
  if (one.source !== other.source) return one.source < other.source ? 1 : -1;
  return other.ref - one.ref;
}

export type Placed = { position: TimelinePosition; item: TimelineItem };

/** What a record is called, and its log: its own or that of one that was merged into it. */
export interface NamedHistory {
  noun: string;
  history: readonly HistoryItem[];
}

/** The changes of logs as items; several of one millisecond are counted from the oldest. */
export function changeItems(histories: readonly NamedHistory[]): Placed[] {
  const counts = new Map<number, number>();
  return histories
    .flatMap(({ noun, history }) => history.map((change) => ({ noun, change })).toReversed())
    .map(({ noun, change }) => {
      const at = Date.parse(change.at);
      const ref = (counts.get(at) ?? 0) + 1;
      counts.set(at, ref);
      const position = { at, source: changes, ref };
      return { position, item: itemOf(change, { id: idOfPosition(position), noun }) };
    })
    .toReversed();
}

function itemOf(
  { at, actor, action, together, changes: fields }: HistoryItem,
  { id, noun }: { id: string; noun: string },
): TimelineItem {
  const isNew = action === 'created';
  const names = fields.map(({ label }) => label).join(', ');
  const many = together === null ? null : `Imported together with ${together - 1} others`;
  return {
    id,
    at,
    kind: 'change',
    actor,
    title: `${noun} ${isNew ? 'created' : 'changed'}`,
    text: many ?? (isNew || names === '' ? null : names),
    ...(isNew ? {} : { changes: [...fields] }),
  };
}

/** The newest of all, older than `before`; one page of them. */
export function pageOf(items: readonly Placed[], before: TimelinePosition | null): TimelineItem[] {
  return items
    .filter(({ position }) => before === null || compareByNewest(position, before) > 0)
    .toSorted((a, b) => compareByNewest(a.position, b.position))
    .slice(0, pageSize)
    .map(({ item }) => item);
}

/**
 * What is known of a timeline with its newest page read again. Where the two do not meet, more happened than fits on
 * one page, and the older items go.
 */
export function withNewestItems(
  loaded: readonly TimelineItem[],
  newest: readonly TimelineItem[],
): readonly TimelineItem[] {
  const end = lastPosition(newest);
  if (newest.length < pageSize || !end) return newest;
  const older = loaded.filter(({ id }) => isOlder(id, end));
  return older.length === loaded.length ? newest : [...newest, ...older];
}

function lastPosition(items: readonly TimelineItem[]): TimelinePosition | null {
  return positionOfId(items.at(-1)?.id ?? '');
}

function isOlder(id: string, end: TimelinePosition): boolean {
  const position = positionOfId(id);
  return position !== null && compareByNewest(position, end) > 0;
}

/** The items of each day, in the company's time zone; days as the items come. */
export function byDay(
  items: readonly TimelineItem[],
  timeZone: string,
): { day: Day; items: TimelineItem[] }[] {
  const days: { day: Day; items: TimelineItem[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
