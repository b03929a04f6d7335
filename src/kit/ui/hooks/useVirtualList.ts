import {
  elementScroll,
  observeElementOffset,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect } from 'react';
import { tallest } from './long-scroll';
import { type LongScroll, useLongScroll } from './useLongScroll';

type Options = Omit<
  Parameters<typeof useVirtualizer<HTMLElement, Element>>[0],
  'getScrollElement' | 'observeElementOffset' | 'scrollToFn'
> & { scroller: RefObject<HTMLElement | null> };

type Observe = typeof observeElementOffset<HTMLElement>;

interface VirtualList {
  items: readonly VirtualItem[];
  height: number;
  /** The first and last place in view. */
  range: { startIndex: number; endIndex: number } | null;
  scroll: LongScroll;
  /** The `ref` of an item of unknown height; the item carries `data-index`. */
  measure: (element: Element | null) => void;
}

/** The items in view of a list of any length, placed in an element of a height that browsers draw. */
export function useVirtualList({ scroller, ...options }: Options): VirtualList {
  const getScrollElement = useCallback(() => scroller.current, [scroller]);
  const { scroll, shift } = useLongScroll(scroller);
  const observe = useCallback<Observe>(
    (instance, callback) =>
      observeElementOffset(instance, (top, isScrolling) =>
        callback(scroll.onScroll(top), isScrolling),
      ),
    [scroll],
  );
  const virtualizer = useVirtualizer({
    ...options,
    getScrollElement,
    observeElementOffset: observe,
    scrollToFn: (offset, how, instance) => elementScroll(offset - shift, how, instance),
  });
  const length = virtualizer.getTotalSize();
  useLayoutEffect(() => scroll.resize(length), [scroll, length]);
  const items = virtualizer.getVirtualItems();
  const height = Math.min(length, tallest);
  // One that is kept out of view must not make the element longer than it is.
  const placed = ({ start, size }: VirtualItem) => Math.min(start - shift, height - size);
  return {
    items: length === height ? items : items.map((item) => ({ ...item, start: placed(item) })),
    height,
    range: virtualizer.range,
    scroll,
    measure: virtualizer.measureElement,
  };
}
