import { type RefObject, useInsertionEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Extent, scrolled, settled, type Spot, spotAt, tallest } from './long-scroll';

/** The scrolling of a list that may be longer than an element can be. */
export interface LongScroll {
  /** The list's offset, after the element was scrolled to `top`. */
  onScroll: (top: number) => number;
  /** Takes a new length of the list, in px. */
  resize: (length: number) => void;
  go: (offset: number) => void;
  /** Scrolls as little as shows what begins at `start`; whether it has to be drawn again for that. */
  reveal: (start: number, size: number) => boolean;
}

/** The scroller's place in a list, and the px of it that are left out above what is drawn. */
export function useLongScroll(scroller: RefObject<HTMLElement | null>): {
  scroll: LongScroll;
  shift: number;
} {
  const [shift, setShift] = useState(0);
  const [state] = useState(() => new StoredScroll(setShift));
  useInsertionEffect(() => state.of(() => scroller.current), [state, scroller]);
  return { scroll: state, shift };
}

class StoredScroll implements LongScroll {
  readonly #draw: (shift: number) => void;
  #element: () => HTMLElement | null = () => null;
  #length = 0;
  #spot: Spot = { top: 0, shift: 0 };

  constructor(draw: (shift: number) => void) {
    this.#draw = draw;
  }

  of(element: () => HTMLElement | null): void {
    this.#element = element;
  }

  readonly onScroll = (top: number): number => {
    const element = this.#element();
    if (!element || (this.#length <= tallest && this.#spot.shift === 0)) {
      this.#spot = { top, shift: 0 };
      return top;
    }
    const next = scrolled(this.#spot, top, this.#extentOf(element));
    // Else rows would stay at their old position until the next frame.
    if (next.shift !== this.#spot.shift) flushSync(() => this.#draw(next.shift));
    this.#stand(element, next, top);
    return next.top + next.shift;
  };

  readonly resize = (length: number): void => {
    this.#length = length;
    const element = this.#element();
    if (!element || (length <= tallest && this.#spot.shift === 0)) return;
    this.#position(
      element,
      settled({ ...this.#spot, top: element.scrollTop }, this.#extentOf(element)),
    );
  };

  readonly go = (offset: number): void => {
    const element = this.#element();
    if (element) this.#position(element, spotAt(offset, this.#extentOf(element)));
  };

  readonly reveal = (start: number, size: number): boolean => {
    const element = this.#element();
    if (!element || this.#length <= tallest) return false;
    const offset = this.#spot.top + this.#spot.shift;
    const room = element.clientHeight - this.#aroundOf(element);
    const isBelow = start + size > offset + room;
    if (start >= offset && !isBelow) return false;
    const before = this.#spot.shift;
    this.go(isBelow ? start + size - room : start);
    return this.#spot.shift !== before;
  };

  #position(element: HTMLElement, next: Spot): void {
    if (next.shift !== this.#spot.shift) this.#draw(next.shift);
    this.#stand(element, next, element.scrollTop);
  }

  #stand(element: HTMLElement, next: Spot, top: number): void {
    this.#spot = next;
    if (next.top !== top) element.scrollTo({ top: next.top, behavior: 'instant' });
  }

  #extentOf(element: HTMLElement): Extent {
    const room = element.clientHeight - this.#aroundOf(element);
    const drawn = Math.min(this.#length, tallest);
    return { list: Math.max(0, this.#length - room), element: Math.max(0, drawn - room) };
  }

  /** What else is in the scroller: the heading of a table. */
  #aroundOf(element: HTMLElement): number {
    const drawn = Math.min(this.#length, tallest);
    return element.scrollHeight > element.clientHeight ? element.scrollHeight - drawn : 0;
  }
}
