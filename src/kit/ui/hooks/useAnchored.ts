import { type RefObject, useLayoutEffect } from 'react';

const gap = 4;
const windowEdge = 8;

/** Where an element stands at its anchor: at its start or its end below it, at its side, or over it. */
export type Side = 'below' | 'belowEnd' | 'beside' | 'over';

/**
 * Lifts an element above everything (HTML's popover), so that no scrolling box cuts it off, and keeps it at its anchor
 * while things scroll: by default the cell around it. What does not fit below stands above. Hidden while a cell is
 * scrolled out of sight.
 */
export function useAnchored(
  ref: RefObject<HTMLElement | null>,
  side: Side,
  anchor?: RefObject<HTMLElement | null>,
): void {
  // At every render: the row may have moved.
  useLayoutEffect(() => {
    const element = ref.current;
    const at = anchor ? anchor.current : element?.closest<HTMLElement>('[data-cell]');
    if (!element || !at) return;
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover();
    const follow = () => place(element, at, side);
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  });
}

function place(element: HTMLElement, anchor: HTMLElement, side: Side): void {
  const box = anchor.getBoundingClientRect();
  element.style.visibility = isOutOfSight(anchor, box) ? 'hidden' : '';
  const { offsetWidth: width, offsetHeight: height } = element;
  element.style.left = `${within(leftOf(box, width, side), window.innerWidth - width)}px`;
  element.style.top = `${topOf(box, height, side)}px`;
}

function leftOf(box: DOMRect, width: number, side: Side): number {
  if (side === 'beside') return box.right + gap;
  return side === 'belowEnd' ? box.right - width : box.left;
}

function topOf(box: DOMRect, height: number, side: Side): number {
  if (side === 'over' || side === 'beside') return within(box.top, window.innerHeight - height);
  const below = box.bottom + gap;
  const above = box.top - height - gap;
  return below + height > window.innerHeight && above > 0 ? above : below;
}

/** A start that leaves a little room to the edges of the window, as far as there is any. */
function within(start: number, most: number): number {
  return Math.max(windowEdge, Math.min(start, most - windowEdge));
}

function isOutOfSight(anchor: HTMLElement, box: DOMRect): boolean {
  const frame = anchor.closest('[data-scroller]')?.getBoundingClientRect();
  if (!frame) return false;
  const isAside = box.right <= frame.left || box.left >= frame.right;
  return isAside || box.bottom <= frame.top || box.top >= frame.bottom;
}
