import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

type Options = Omit<
  Parameters<typeof useVirtualizer<HTMLElement, Element>>[0],
  'getScrollElement'
> & { scroller: RefObject<HTMLElement | null> };

interface VirtualList {
  /** Those in view and a few around them. */
  items: readonly VirtualItem[];
  /** Of the whole list, in pixels. */
  height: number;
  /** The `ref` of an item whose height is not known beforehand; the item carries `data-index`. */
  measure: (element: Element | null) => void;
}

/** Which items of a long list are in the page. */
export function useVirtualList({ scroller, ...options }: Options): VirtualList {
  const getScrollElement = useCallback(() => scroller.current, [scroller]);
  const virtualizer = useVirtualizer({ ...options, getScrollElement });
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}

/** Scrolls by so many pixels at once, so that what is read stays where it is when items come above it. */
export function scrollOn(scroller: HTMLElement | null, pixels: number): void {
  scroller?.scrollTo({ top: scroller.scrollTop + pixels, behavior: 'instant' });
}
