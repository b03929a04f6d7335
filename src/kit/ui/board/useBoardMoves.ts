import { useCallback, useRef, useState } from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import type { BoardLayout, CardId, ColumnId } from './boardModel';
import { useLatest } from '~/kit/ui/hooks/useLatest';

/** What the page says of its cards and their moves (the properties of `Board`). */
export interface CardMoves<Card, Column extends ColumnId> {
  layout: BoardLayout<Card, Column>;
  cardLabel: (card: Card) => string;
  canMove: (card: Card, column: Column) => Verdict;
  /** Gives `waits` where the move waits for the connection. */
  onMove: (card: Card, column: Column) => Promise<'saved' | 'waits'>;
  onRefused: (message: string) => void;
}

interface Options<Card, Column extends ColumnId> extends CardMoves<Card, Column> {
  onStart: (id: CardId, from: Column) => void;
  onFailed: (id: CardId) => void;
  announce: (text: string) => void;
}

export interface BoardMoves {
  saving: ReadonlySet<CardId>;
  /** Calls `canMove`, then `onMove`; does nothing on the card's own column or while it is being saved. */
  move: (id: CardId, toLane: number) => void;
  refusalOf: (id: CardId, toLane: number) => string | null;
}

export function useBoardMoves<Card, Column extends ColumnId>(
  options: Options<Card, Column>,
): BoardMoves {
  const [saving, setSaving] = useState<ReadonlySet<CardId>>(() => new Set());
  // Moves being saved: a second drop may come before the first is rendered.
  const busy = useRef(new Set<CardId>());
  const latest = useLatest(options);

  const save = useCallback(
    async (id: CardId, card: Card, from: string, to: { id: Column; title: string }) => {
      const { cardLabel, announce, onMove, onFailed } = latest.current;
      const name = cardLabel(card);
      busy.current.add(id);
      setSaving(new Set(busy.current));
      announce(`Moving ${name} to ${to.title}`);
      try {
        const outcome = await onMove(card, to.id);
        const message = outcome === 'waits' ? 'will move when you are online, to' : 'moved to';
        announce(`${name} ${message} ${to.title}`);
      } catch {
        onFailed(id);
        announce(`${name} could not be moved and stays in ${from}`);
      } finally {
        busy.current.delete(id);
        setSaving(new Set(busy.current));
      }
    },
    [latest],
  );

  const move = useCallback(
    (id: CardId, toLane: number) => {
      const { layout, canMove, onRefused, onStart, announce, cardLabel } = latest.current;
      const found = lookUp(layout, id, toLane);
      if (!found || busy.current.has(id)) return;
      const { card, from, to } = found;
      if (from.column.id === to.column.id) {
        announce(`${cardLabel(card)} stays in ${from.column.title}`);
        return;
      }
      const verdict = canMove(card, to.column.id);
      if (!verdict.ok) {
        announce(`${cardLabel(card)} stays in ${from.column.title}`);
        onRefused(verdict.message);
        return;
      }
      onStart(id, from.column.id);
      void save(id, card, from.column.title, to.column);
    },
    [latest, save],
  );

  const refusalOf = useCallback(
    (id: CardId, toLane: number) => {
      const found = lookUp(latest.current.layout, id, toLane);
      if (!found || found.from === found.to) return null;
      const verdict = latest.current.canMove(found.card, found.to.column.id);
      return verdict.ok ? null : verdict.message;
    },
    [latest],
  );

  return { saving, move, refusalOf };
}

function lookUp<Card, Column extends ColumnId>(
  layout: BoardLayout<Card, Column>,
  id: CardId,
  toLane: number,
) {
  const position = layout.positions.get(id);
  if (!position) return null;
  const from = layout.lanes[position.lane];
  const card = from?.cards[position.index];
  const to = layout.lanes[toLane];
  return card !== undefined && from && to ? { card, from, to } : null;
}
