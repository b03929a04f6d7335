import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type BoardLayout, type CardId, type ColumnId, firstCard } from './boardModel';

export interface BoardFocus {
  /** The card that has or last had the focus; Tab leads to its buttons, and to the first card of each other column. */
  active: CardId | null;
  focus: (id: CardId) => void;
  follow: (id: CardId, from: ColumnId) => void;
  unfollow: (id: CardId) => void;
  took: (id: CardId) => void;
}

/** Roving focus: one tab stop a column; arrows move the focus, which follows a moved card. */
export function useBoardFocus<Card, Column extends ColumnId>(
  boardRef: RefObject<HTMLElement | null>,
  layout: BoardLayout<Card, Column>,
): BoardFocus {
  const [last, setLast] = useState<CardId | null>(null);
  const pending = useRef<{ id: CardId; from: ColumnId | null } | null>(null);
  const active = last !== null && layout.positions.has(last) ? last : firstCard(layout);

  const settle = useCallback(() => {
    const target = pending.current;
    const element = boardRef.current;
    if (!target || !element) return;
    const position = layout.positions.get(target.id);
    const column = position && layout.lanes[position.lane]?.column.id;
    if (column !== undefined && column === target.from) return;
    pending.current = null;
    if (!mayTakeFocus(element)) return;
    // A card that left the filter by its move passes the focus to the card that Tab would lead to.
    const id = position ? target.id : firstCard(layout);
    const card = id === null ? null : cardElement(element, id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [boardRef, layout]);

  useLayoutEffect(settle);

  const focus = useCallback(
    (id: CardId) => {
      pending.current = { id, from: null };
      setLast(id);
      const element = boardRef.current;
      if (element && cardElement(element, id)) settle();
    },
    [boardRef, settle],
  );
  const follow = useCallback((id: CardId, from: ColumnId) => {
    pending.current = { id, from };
    setLast(id);
  }, []);
  const unfollow = useCallback((id: CardId) => {
    if (pending.current?.id === id) pending.current = null;
  }, []);
  const took = useCallback((id: CardId) => {
    if (pending.current && pending.current.id !== id) pending.current = null;
    setLast(id);
  }, []);

  return { active, focus, follow, unfollow, took };
}

function cardElement(board: HTMLElement, id: CardId): HTMLElement | null {
  return board.querySelector<HTMLElement>(`[data-card="${CSS.escape(String(id))}"]`);
}

// False when the person has moved on to the search box or a dialog.
function mayTakeFocus(board: HTMLElement): boolean {
  const holder = document.activeElement;
  if (!holder || holder === document.body || board.contains(holder)) return true;
  return holder.closest('[data-board-menu]') !== null;
}
