/** Scrolls by so many pixels at once, to keep the content still when items are added above. */
export function scrollOn(scroller: HTMLElement | null, pixels: number): void {
  scroller?.scrollTo({ top: scroller.scrollTop + pixels, behavior: 'instant' });
}
