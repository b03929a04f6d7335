import { type RefObject, useLayoutEffect } from 'react';

const gap = 4;

/**
 * Lifts an element of a cell above everything (HTML's popover), so that no scrolling box cuts it off, and keeps it
 * `below` its cell (above where there is no room) or `over` it while things scroll. Hidden while its cell is.
 */
export function useAnchored(ref: RefObject<HTMLElement | null>, side: 'below' | 'over'): void {
  // At every render: the row may have moved.
  useLayoutEffect(() => {
    const element = ref.current;
    const cell = element?.closest<HTMLElement>('[data-cell]');
    if (!element || !cell) return;
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover();
    const follow = () => place(element, cell, side);
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  });
}

function place(element: HTMLElement, cell: HTMLElement, side: 'below' | 'over'): void {
  const box = cell.getBoundingClientRect();
  const frame = cell.closest('[data-scroller]')?.getBoundingClientRect();
  const outside = frame
    ? box.bottom <= frame.top ||
      box.top >= frame.bottom ||
      box.right <= frame.left ||
      box.left >= frame.right
    : false;
  element.style.visibility = outside ? 'hidden' : '';
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.max(gap, Math.min(box.left, window.innerWidth - width - gap));
  const below = box.bottom + gap;
  const above = box.top - height - gap;
  const start = side === 'over' ? Math.min(box.top, window.innerHeight - height - gap) : below;
  const top = side === 'below' && below + height > window.innerHeight && above > 0 ? above : start;
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
