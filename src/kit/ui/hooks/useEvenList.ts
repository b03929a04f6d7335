import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { Listeners } from './listeners';
import { tallest } from './long-scroll';
import { useIsPrinting } from './useIsPrinting';
import { type LongScroll, useLongScroll } from './useLongScroll';

interface Options {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Of each item, in px. */
  size: number;
  /** So many items are drawn above and below those in view. */
  overscan: number;
  /** Places that stay drawn out of view too: "3 17". */
  pinned?: string;
}

interface EvenList {
  items: readonly { index: number; start: number }[];
  height: number;
  /** The first and last place in view. */
  range: { startIndex: number; endIndex: number } | null;
  scroll: LongScroll;
}

/** More would be a hundred pages. */
const mostPrinted = 2000;

/**
 * The items in view of a list of any length whose items are equally high, placed in an element of a height that
 * browsers draw. What it costs does not grow with the list: the position of an item is a product, never a sum.
 */
export function useEvenList({ scroller, count, size, overscan, pinned = '' }: Options): EvenList {
  const { scroll, shift } = useLongScroll(scroller);
  const [view] = useState(() => new View(scroll));
  const top = useSyncExternalStore(view.subscribe, () => Math.floor(view.offset / size));
  const room = useSyncExternalStore(view.subscribe, () => Math.ceil(view.room / size));
  useLayoutEffect(() => view.watch(scroller.current), [view, scroller]);
  const length = count * size;
  useLayoutEffect(() => scroll.resize(length), [scroll, length]);
  const height = Math.min(length, tallest);
  const around = useOncePainted(overscan);
  const isPrinting = useIsPrinting();
  const items = useMemo(() => {
    const all = { top: 0, room: Math.min(count, mostPrinted), count };
    const drawn = positionsDrawn(isPrinting ? all : { top, room, count }, { around, pinned });
    return drawn.map((index) => ({
      index,
      // One that is kept out of view must not make the element longer than it is.
      start: Math.min(index * size - shift, height - size),
    }));
  }, [top, room, around, pinned, count, size, shift, height, isPrinting]);
  const { first, last } = positionsInView({ top, room, count });
  const range = count === 0 ? null : { startIndex: first, endIndex: last };
  return { items, height, range, scroll };
}

/** None in the first picture: what is in view comes the sooner. */
function useOncePainted(overscan: number): number {
  const [around, setAround] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setAround(overscan));
    return () => cancelAnimationFrame(frame);
  }, [overscan]);
  return around;
}

/** What windows mostly leave besides a list, in px: so many items are drawn before the list was measured. */
const usuallyAround = 300;

/** How far a list is scrolled and how much of it is seen, in px; notifies of each change at once. */
class View {
  offset = 0;
  room = Math.max(usuallyAround, window.innerHeight - usuallyAround);
  readonly #scroll: LongScroll;
  readonly #listeners = new Listeners();

  constructor(scroll: LongScroll) {
    this.#scroll = scroll;
  }

  readonly subscribe = this.#listeners.listen;

  watch(element: HTMLElement | null): (() => void) | undefined {
    if (!element) return undefined;
    const look = () => {
      this.offset = this.#scroll.onScroll(element.scrollTop);
      this.room = element.clientHeight;
      this.#listeners.notify();
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }
}

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
