import type { RefObject } from 'react';
import { type Side, useAnchored } from '~/kit/ui/hooks/useAnchored';

const gap = 4;

export const belowCell: Side = ({ left, top, bottom }, { height }) => {
  const below = bottom + gap;
  const above = top - height - gap;
  return { left, top: below + height > window.innerHeight && above > 0 ? above : below };
};

export const overCell: Side = ({ left, top }) => ({ left, top });

/** Positions an element at its cell, above everything; hidden while the cell is scrolled out of sight. */
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
