import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

type Options = Omit<
  Parameters<typeof useVirtualizer<HTMLElement, Element>>[0],
  'getScrollElement'
> & { scroller: RefObject<HTMLElement | null> };

interface VirtualList {
  items: readonly VirtualItem[];
  height: number;
  /** The `ref` of an item of unknown height; the item carries `data-index`. */
  measure: (element: Element | null) => void;
}

export function useVirtualList({ scroller, ...options }: Options): VirtualList {
  const getScrollElement = useCallback(() => scroller.current, [scroller]);
  const virtualizer = useVirtualizer({ ...options, getScrollElement });
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}

/** Scrolls by so many pixels at once, to keep the content still when items are added above. */
export function scrollOn(scroller: HTMLElement | null, pixels: number): void {
  scroller?.scrollTo({ top: scroller.scrollTop + pixels, behavior: 'instant' });
}
