import { createContext, use, useCallback, useEffect, useState } from 'react';
import { createHolder } from '~/kit/ui/hooks/holder';

type Notify = (isNear: boolean) => void;

/** Tells the lines of one document when they come into view and when they leave it. */
interface NearWatch {
  follow: (line: HTMLElement, notify: Notify) => () => void;
}

export const NearContext = createContext<NearWatch | null>(null);

// A screen above and below what is seen: the next line by Tab is there before it gets the focus.
const rootMargin = '100% 0px';
const firstShown = 12;
const restingHeight = '--resting-line';

/** The watch over a document's lines; null for one that is short enough to be drawn whole. */
export function useNearWatch(isLong: boolean): NearWatch | null {
  const [{ watch, end }] = useState(createWatch);
  useEffect(() => end, [end]);
  return isLong ? watch : null;
}

/** Whether a line is to be drawn with its inputs; `ref` is for its element. */
export function useNear({ index, isAdded }: { index: number; isAdded: boolean }): {
  ref: (line: HTMLElement | null) => void;
  isNear: boolean;
} {
  const watch = use(NearContext);
  const [isNear, setNear] = useState(index < firstShown || isAdded);
  const ref = useCallback(
    (line: HTMLElement | null) => (line && watch ? watch.follow(line, setNear) : undefined),
    [watch],
  );
  // Drawn again, it would take the focus again.
  return { ref, isNear: watch === null || isNear || isAdded };
}

function createWatch(): { watch: NearWatch; end: () => void } {
  const notifiers = new Map<Element, Notify>();
  const held = createHolder<IntersectionObserver | null>(null);
  const onIntersect = (entries: readonly IntersectionObserverEntry[]) => {
    const drawn = entries.filter(({ target }) => target.querySelector('input'));
    keepUsualHeight(drawn.at(-1));
    for (const { target, isIntersecting } of entries) {
      // What is being typed into stays.
      if (!isIntersecting && target.contains(document.activeElement)) continue;
      notifiers.get(target)?.(isIntersecting);
    }
    for (const { target, isIntersecting, boundingClientRect } of drawn)
      if (!isIntersecting) keepHeight(target, boundingClientRect.height);
  };
  return {
    watch: {
      follow: (line, notify) => {
        const observer =
          held.get() ??
          new IntersectionObserver(onIntersect, { root: scrollerOf(line), rootMargin });
        held.set(observer);
        notifiers.set(line, notify);
        observer.observe(line);
        return () => {
          notifiers.delete(line);
          observer.unobserve(line);
        };
      },
    },
    end: () => {
      held.get()?.disconnect();
      held.set(null);
    },
  };
}

/** Lines at rest are as high as those with inputs: nothing moves when they change places. */
function keepUsualHeight(drawn: IntersectionObserverEntry | undefined): void {
  const all = drawn?.target.parentElement;
  if (!drawn || !all || all.style.getPropertyValue(restingHeight) !== '') return;
  keepHeight(all, drawn.boundingClientRect.height);
}

function keepHeight(of: Element, height: number): void {
  if (of instanceof HTMLElement) of.style.setProperty(restingHeight, `${height}px`);
}

function scrollerOf(line: HTMLElement): HTMLElement | null {
  for (let each = line.parentElement; each; each = each.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(each).overflowY)) return each;
  return null;
}
