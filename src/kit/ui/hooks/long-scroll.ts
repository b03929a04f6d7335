/** In px: every browser draws an element of this height; Firefox ends at 17.8 million. */
export const tallest = 15_000_000;

/** Near both ends a list scrolls like its element; in between, the element represents a longer list. */
const endZone = 200_000;
const mostDrift = 100_000;

/** A longer step than by wheel, finger or key: the scrollbar was moved. */
const longestStep = 5000;

/** How far the list, and the element that is drawn for it, can be scrolled, in px. */
export interface Extent {
  list: number;
  element: number;
}

/** The scroll position of the element, and how many px of the list are left out above it. */
export interface Spot {
  top: number;
  shift: number;
}

/** The scroll position of the element that puts the list at `offset`. */
export function spotAt(offset: number, extent: Extent): Spot {
  const { list, element } = extent;
  const at = Math.max(0, Math.min(offset, list));
  if (list <= element || at <= endZone) return { top: at, shift: 0 };
  if (at >= list - endZone) return { top: element - (list - at), shift: list - element };
  const top = Math.round(endZone + (at - endZone) * ratioOf(extent));
  return { top, shift: at - top };
}

/** The spot after the element was scrolled to `top`: small steps move the list by as much, a long one by its share. */
export function scrolled(before: Spot, top: number, extent: Extent): Spot {
  if (extent.list <= extent.element) return { top, shift: 0 };
  if (Math.abs(top - before.top) > longestStep) {
    const offset = Math.round(offsetAt(top, extent));
    return { top, shift: offset - top };
  }
  return settled({ top, shift: before.shift }, extent);
}

/** The same offset, at its own place where the element has drifted too far from it or comes to an end. */
export function settled({ top, shift }: Spot, extent: Extent): Spot {
  const { list, element } = extent;
  const offset = Math.max(0, Math.min(top + shift, list));
  const own = spotAt(offset, extent);
  const isAtEnd = list <= element || offset <= endZone || offset >= list - endZone;
  const isFar = Math.abs(own.top - top) > (isAtEnd ? 0.5 : mostDrift);
  return isFar ? own : { top, shift: offset - top };
}

function offsetAt(top: number, extent: Extent): number {
  const { list, element } = extent;
  if (top <= endZone) return Math.max(0, top);
  if (top >= element - endZone) return Math.min(list, list - (element - top));
  return endZone + (top - endZone) / ratioOf(extent);
}

function ratioOf({ list, element }: Extent): number {
  return (element - 2 * endZone) / (list - 2 * endZone);
}
