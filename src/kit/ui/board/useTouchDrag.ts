import { classNames } from '~/kit/ui/theme/classNames';
import { type RefObject, useEffect } from 'react';
import type { CardId } from './boardModel';
import { autoScroll, type AutoScroll } from './boardScroll';
import type { DragEvents } from './useBoardDrag';
import classes from './BoardCard.module.css';

const holdMs = 350;
const slack = 8;

/**
 * Drags a card by finger: hold, then move. Native drags by touch differ (none in Firefox for Android, none on a touch
 * screen under Linux), so fingers never use them.
 */
export function useTouchDrag(
  board: RefObject<HTMLElement | null>,
  cardIdOf: (element: HTMLElement) => CardId | null,
  events: RefObject<DragEvents>,
): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    const finger = new Finger(element, cardIdOf, () => events.current);
    element.addEventListener('touchstart', finger.onStart, { passive: true });
    element.addEventListener('touchmove', finger.onMove, { passive: false });
    element.addEventListener('touchend', finger.onEnd, { passive: false });
    element.addEventListener('touchcancel', finger.onCancel);
    element.addEventListener('contextmenu', finger.onContextMenu);
    return () => {
      finger.onCancel();
      element.removeEventListener('touchstart', finger.onStart);
      element.removeEventListener('touchmove', finger.onMove);
      element.removeEventListener('touchend', finger.onEnd);
      element.removeEventListener('touchcancel', finger.onCancel);
      element.removeEventListener('contextmenu', finger.onContextMenu);
    };
  }, [board, cardIdOf, events]);
}

interface Hold {
  touch: number;
  id: CardId;
  card: HTMLElement;
  x: number;
  y: number;
  timer: number;
  drag: { ghost: HTMLElement; scroll: AutoScroll; dx: number; dy: number } | null;
}

class Finger {
  private hold: Hold | null = null;

  constructor(
    private readonly board: HTMLElement,
    private readonly cardIdOf: (element: HTMLElement) => CardId | null,
    private readonly events: () => DragEvents,
  ) {}

  onStart = (event: TouchEvent) => {
    this.release(null);
    const touch = event.touches.length === 1 ? event.touches[0] : undefined;
    const card = touch ? cardUnder(event.target) : null;
    const id = card ? this.cardIdOf(card) : null;
    if (!touch || !card || id === null) return;
    const at = { touch: touch.identifier, x: touch.clientX, y: touch.clientY };
    this.hold = { ...at, id, card, drag: null, timer: window.setTimeout(this.lift, holdMs) };
  };

  onMove = (event: TouchEvent) => {
    const { hold } = this;
    const touch = [...event.touches].find((each) => each.identifier === hold?.touch);
    if (!hold || !touch) return;
    if (!hold.drag) {
      const moved = Math.hypot(touch.clientX - hold.x, touch.clientY - hold.y);
      if (moved > slack) this.release(null);
      return;
    }
    event.preventDefault();
    const { ghost, scroll, dx, dy } = hold.drag;
    ghost.style.translate = `${touch.clientX - dx}px ${touch.clientY - dy}px`;
    scroll.follow(touch.clientX, touch.clientY);
    this.events().onOver(this.laneAt(touch));
  };

  onEnd = (event: TouchEvent) => {
    // The tap that ends a drag must not open the card.
    if (this.hold?.drag) event.preventDefault();
    const touch = event.changedTouches[0];
    this.release(touch ? this.laneAt(touch) : null);
  };

  onCancel = () => this.release(null);

  onContextMenu = (event: Event) => {
    if (this.hold) event.preventDefault();
  };

  private lift = () => {
    if (!this.hold || !this.events().canDrag(this.hold.id)) return;
    this.hold.drag = carried(this.hold, this.board);
    this.events().onStart(this.hold.id);
  };

  private release(lane: number | null) {
    if (!this.hold) return;
    const { drag, id, timer } = this.hold;
    this.hold = null;
    window.clearTimeout(timer);
    if (!drag) return;
    drag.ghost.remove();
    drag.scroll.stop();
    this.events().onEnd(id, lane);
  }

  private laneAt(touch: Touch): number | null {
    const under = document.elementFromPoint(touch.clientX, touch.clientY);
    const column = under?.closest<HTMLElement>('[data-lane]');
    return column && this.board.contains(column) ? Number(column.dataset['lane']) : null;
  }
}

function cardUnder(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest('button, a, input, select')) return null;
  return target.closest<HTMLElement>('[data-card]');
}

function carried(hold: Hold, board: HTMLElement): Hold['drag'] {
  const box = hold.card.getBoundingClientRect();
  const ghost = document.createElement('div');
  const copy = hold.card.cloneNode(true);
  if (copy instanceof HTMLElement) copy.removeAttribute('data-card');
  ghost.className = classNames(classes.ghost);
  ghost.dataset['ghost'] = '';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.width = `${box.width}px`;
  ghost.style.translate = `${box.left}px ${box.top}px`;
  ghost.append(copy);
  document.body.append(ghost);
  return { ghost, scroll: autoScroll(board), dx: hold.x - box.left, dy: hold.y - box.top };
}
