import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { rowKey, type RowCallbacks } from './gridRowKeys';
import { selectAt } from './selecting';
import { useLatest } from '~/kit/ui/hooks/useLatest';

/** Keyboard and mouse of the narrow list: arrows go from row to row, the keys of a row are those of the grid. */
export function useNarrowKeys<Row>(callbacks: RowCallbacks<Row>) {
  const latest = useLatest(callbacks);
  return useMemo(
    () => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const { target, currentTarget, ctrlKey, metaKey, altKey } = event;
        const row = rowOf(target);
        if (row === -1 || event.defaultPrevented || ctrlKey || metaKey || altKey) return;
        const goTo = (position: { row: number }) => focusRow(currentTarget, position.row);
        const position = { row, column: 0 };
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        if (!rowKey(event, position, { ...latest.current, goTo })) {
          if (step === 0) return;
          goTo({ row: row + step });
        }
        event.preventDefault();
      },
      onClick: (event: MouseEvent) => {
        const { target, shiftKey } = event;
        if (!(target instanceof Element) || !target.matches('[data-select]')) return;
        selectAt(latest.current, rowOf(target), shiftKey);
      },
    }),
    [latest],
  );
}

function rowOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return Number(row?.dataset['row'] ?? -1);
}

function focusRow(list: HTMLElement, row: number): void {
  list.querySelector<HTMLElement>(`[data-row="${row}"] [data-open]`)?.focus();
}
