import { type RefObject, useLayoutEffect } from 'react';

/** Sets data-left and data-right on the box while columns are hidden under the sticky ones at that side. */
export function useSideShadows(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const mark = () => {
      box.toggleAttribute('data-left', box.scrollLeft > 0);
      box.toggleAttribute('data-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    const resized = new ResizeObserver(mark);
    resized.observe(box);
    if (box.firstElementChild) resized.observe(box.firstElementChild);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, [scroller]);
}
