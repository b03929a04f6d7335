import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { type RefObject, useEffect } from 'react';
import type { CardId } from './boardModel';
import { autoScroll, type AutoScroll } from './boardScroll';

export interface DragEvents {
  canDrag: (id: CardId) => boolean;
  onStart: (id: CardId) => void;
  onOver: (lane: number | null) => void;
  onEnd: (id: CardId, lane: number | null) => void;
}

/** Follows the drags of one board's cards; `token` tells two boards on one page apart. */
export function useBoardDrag(
  board: RefObject<HTMLElement | null>,
  token: symbol,
  events: RefObject<DragEvents>,
): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    let scroll: AutoScroll | null = null;
    const stop = monitorForElements({
      canMonitor: ({ source }) => source.data['board'] === token,
      onDragStart: ({ source }) => {
        scroll = autoScroll(element);
        const id = idIn(source.data);
        if (id !== null) events.current.onStart(id);
      },
      onDrag: ({ location }) => {
        scroll?.follow(location.current.input.clientX, location.current.input.clientY);
      },
      onDropTargetChange: ({ location }) => {
        events.current.onOver(laneIn(location.current.dropTargets[0]?.data));
      },
      onDrop: ({ source, location }) => {
        scroll?.stop();
        const id = idIn(source.data);
        if (id !== null) events.current.onEnd(id, laneIn(location.current.dropTargets[0]?.data));
      },
    });
    return () => {
      scroll?.stop();
      stop();
    };
  }, [board, token, events]);
}

export function useDraggableCard(
  card: RefObject<HTMLElement | null>,
  token: symbol,
  id: CardId,
  canDrag: (id: CardId) => boolean,
): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    // A finger resting on a card starts a native drag in some browsers and not in others.
    let byFinger = false;
    const notePointer = (event: PointerEvent) => {
      byFinger = event.pointerType === 'touch';
    };
    element.addEventListener('pointerdown', notePointer);
    return combine(
      () => element.removeEventListener('pointerdown', notePointer),
      draggable({
        element,
        canDrag: () => !byFinger && canDrag(id),
        getInitialData: () => ({ board: token, card: id }),
      }),
    );
  }, [card, token, id, canDrag]);
}

export function useDropColumn(
  column: RefObject<HTMLElement | null>,
  token: symbol,
  lane: number,
): void {
  useEffect(() => {
    const element = column.current;
    if (!element) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['board'] === token,
      getData: () => ({ lane }),
    });
  }, [column, token, lane]);
}

function idIn(data: Record<string, unknown>): CardId | null {
  const id = data['card'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function laneIn(data: Record<string | symbol, unknown> | undefined): number | null {
  const lane = data?.['lane'];
  return typeof lane === 'number' ? lane : null;
}
