/** A list of `count` items that was scrolled past `top` of them and has room for so many. */
interface Seen {
  top: number;
  room: number;
  count: number;
}

/** The first and last place in view, the last screen where it is scrolled past the end; 0 and -1 of an empty list. */
export function positionsInView({ top, room, count }: Seen): { first: number; last: number } {
  const first = Math.max(0, Math.min(top, count - room));
  return { first, last: Math.min(count - 1, first + room) };
}

/** Upwards: the places in view, so many `around` them, and those that are kept wherever they are ("3 17"). */
export function positionsDrawn(
  seen: Seen,
  { around, pinned }: { around: number; pinned: string },
): readonly number[] {
  const { first, last } = positionsInView(seen);
  const from = Math.max(0, first - around);
  const to = Math.min(seen.count - 1, last + around);
  const near = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const isAway = (at: number) => at >= 0 && at < seen.count && (at < from || at > to);
  const away = pinned === '' ? [] : [...new Set(pinned.split(' ').map(Number))].filter(isAway);
  return away.length === 0 ? near : [...near, ...away].sort((a, b) => a - b);
}
