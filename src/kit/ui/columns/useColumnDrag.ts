import type * as ElementAdapter from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLatest } from '~/kit/ui/hooks/useLatest';

interface DropPosition {
  key: string;
  edge: 'top' | 'bottom';
}

interface ColumnDrag {
  list: RefObject<HTMLUListElement | null>;
  dragged: string | null;
  over: DropPosition | null;
}

/**
 * Reorders the rows of a list (`[data-key]`, handle `[data-grip]`) by dragging; the library is loaded when the list
 * opens.
 */
export function useColumnDrag(
  order: readonly string[],
  onMove: (key: string, to: number) => void,
): ColumnDrag {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<DropPosition | null>(null);
  const latest = useLatest({ order, onMove });
  const keys = [...order].sort().join(' ');

  useEffect(() => {
    let stop = () => {};
    let isOpen = true;
    const begin = async () => {
      const library = await import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter');
      if (!isOpen || !list.current) return;
      stop = connect(library, list.current, {
        onDrag: (key, position) => {
          setDragged(key);
          setOver(position);
        },
        onDrop: (key, position) => {
          setDragged(null);
          setOver(null);
          if (position)
            latest.current.onMove(key, targetIndex(latest.current.order, key, position));
        },
      });
    };
    void begin();
    return () => {
      isOpen = false;
      stop();
    };
    // Reordered rows are the same elements: only a change of columns needs new listeners.
  }, [latest, keys]);
  return { list, dragged, over };
}

interface Listener {
  onDrag: (key: string, position: DropPosition | null) => void;
  onDrop: (key: string, position: DropPosition | null) => void;
}

function connect(
  { draggable, dropTargetForElements }: typeof ElementAdapter,
  list: HTMLElement,
  { onDrag, onDrop }: Listener,
): () => void {
  const stops = [...list.querySelectorAll<HTMLElement>('[data-key]')].flatMap((row) => {
    const key = row.dataset['key'] ?? '';
    const grip = row.querySelector('[data-grip]');
    return [
      draggable({
        element: row,
        ...(grip ? { dragHandle: grip } : {}),
        getInitialData: () => ({ column: key }),
        onDragStart: () => onDrag(key, null),
        onDropTargetChange: ({ location }) => onDrag(key, positionOf(location.current)),
        onDrag: ({ location }) => onDrag(key, positionOf(location.current)),
        onDrop: ({ location }) => onDrop(key, positionOf(location.current)),
      }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => typeof source.data['column'] === 'string',
        getData: () => ({ key }),
      }),
    ];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

interface Location {
  dropTargets: readonly { element: Element; data: Record<string | symbol, unknown> }[];
  input: { clientY: number };
}

function positionOf({ dropTargets, input }: Location): DropPosition | null {
  const target = dropTargets[0];
  const key = target?.data['key'];
  if (!target || typeof key !== 'string') return null;
  const { top, height } = target.element.getBoundingClientRect();
  return { key, edge: input.clientY < top + height / 2 ? 'top' : 'bottom' };
}

function targetIndex(order: readonly string[], key: string, position: DropPosition): number {
  const others = order.filter((each) => each !== key);
  if (position.key === key) return order.indexOf(key);
  return others.indexOf(position.key) + (position.edge === 'bottom' ? 1 : 0);
}
