import type { RefObject } from 'react';
import { type Side, useAnchored } from '~/kit/ui/hooks/useAnchored';

const gap = 4;

/** Below a cell, or above it where there is no room. */
export const belowCell: Side = ({ left, top, bottom }, { height }) => {
  const below = bottom + gap;
  const above = top - height - gap;
  return { left, top: below + height > window.innerHeight && above > 0 ? above : below };
};

/** Over a cell, as large as it likes. */
export const overCell: Side = ({ left, top }) => ({ left, top });

/** Keeps an element at the cell that it is in, above everything; it is hidden while its cell is scrolled out of sight. */
export function useAtCell(ref: RefObject<HTMLElement | null>, side: Side): void {
  useAnchored(ref, side, cellOf, hideWithCell);
}

function cellOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[data-cell]');
}

function hideWithCell(element: HTMLElement, cell: HTMLElement): void {
  const box = cell.getBoundingClientRect();
  const frame = cell.closest('[data-scroller]')?.getBoundingClientRect();
  const outside = frame
    ? box.bottom <= frame.top ||
      box.top >= frame.bottom ||
      box.right <= frame.left ||
      box.left >= frame.right
    : false;
  element.style.visibility = outside ? 'hidden' : '';
}
