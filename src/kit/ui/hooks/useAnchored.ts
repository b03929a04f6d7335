import { type RefObject, useLayoutEffect } from 'react';

const windowEdge = 8;

/** The preferred position of an element, in pixels of the window; it is kept inside the window. */
export type Side = (
  anchor: DOMRect,
  size: { width: number; height: number },
) => { left: number; top: number };

export const belowEnd: Side = ({ right, bottom }, { width }) => ({
  left: right - width,
  top: bottom + 8,
});

export const belowStart: Side = ({ left, bottom }) => ({ left, top: bottom + 8 });

export const beside: Side = ({ right, top }) => ({ left: right + 12, top });

/**
 * Puts an element above everything (HTML's popover), so that no scrolling box cuts it off, and keeps it at its anchor
 * while things scroll. `moved` is called after each positioning.
 */
export function useAnchored(
  ref: RefObject<HTMLElement | null>,
  side: Side,
  anchorOf: (element: HTMLElement) => HTMLElement | null,
  moved?: (element: HTMLElement, anchor: HTMLElement) => void,
): void {
  useLayoutEffect(() => ref.current?.showPopover?.(), [ref]);
  // At every render: the row may have moved.
  useLayoutEffect(() => {
    const element = ref.current;
    const anchor = element && anchorOf(element);
    if (!anchor) return;
    const follow = () => {
      const { offsetWidth: width, offsetHeight: height, style } = element;
      const { left, top } = side(anchor.getBoundingClientRect(), { width, height });
      style.left = within(left, window.innerWidth - width);
      style.top = within(top, window.innerHeight - height);
      moved?.(element, anchor);
    };
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  });
}

function within(start: number, most: number): string {
  return `${Math.max(windowEdge, Math.min(start, most - windowEdge))}px`;
}
