import { type RefObject, useCallback, useMemo, useState } from 'react';
import type { BoardHandle, MenuKind } from './BoardCard';
import type { CardId, ColumnId } from './boardModel';
import { type DragEvents, useBoardDrag } from './useBoardDrag';
import { type BoardFocus, useBoardFocus } from './useBoardFocus';
import { type Lifted, useBoardKeys } from './useBoardKeys';
import { type BoardMoves, type CardMoves, useBoardMoves } from './useBoardMoves';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useTouchDrag } from './useTouchDrag';

interface Options<Card, Column extends ColumnId> extends CardMoves<Card, Column> {
  onOpenCard: (card: Card) => void;
}

export interface OpenMenu {
  kind: MenuKind;
  id: CardId;
  button: HTMLElement;
  opened: boolean;
}

export interface BoardState {
  handle: BoardHandle;
  focus: BoardFocus;
  moves: BoardMoves;
  lifted: Lifted | null;
  drag: { id: CardId; lane: number | null } | null;
  menu: OpenMenu | null;
  closeMenu: () => void;
  announced: string;
}

export function useBoard<Card, Column extends ColumnId>(
  root: RefObject<HTMLElement | null>,
  options: Options<Card, Column>,
): BoardState {
  const { layout } = options;
  const [token] = useState(() => Symbol('board'));
  const [announced, announce] = useState('');
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { labelOf, onOpen, cardIdOf } = useCards(options);
  const showLane = useCallback(
    (lane: number) => {
      const column = root.current?.querySelector(`[data-lane="${lane}"]`);
      column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [root],
  );

  const focus = useBoardFocus(root, layout);
  const moves = useBoardMoves<Card, Column>({
    ...options,
    announce,
    onStart: focus.follow,
    onFailed: focus.unfollow,
  });
  const keys = useBoardKeys({ layout, labelOf, focus, moves, announce, onOpen, showLane });
  const { drag, events } = useDragState(moves, keys.lifted);
  useBoardDrag(root, token, events);
  useTouchDrag(root, cardIdOf, events);

  const { onKeyDown, onBlur } = keys;
  const { took } = focus;
  const handle = useMemo<BoardHandle>(
    () => ({
      token,
      canDrag: (id) => events.current.canDrag(id),
      onKeyDown,
      onBlur,
      onOpen,
      onFocus: took,
      onMenu: (kind, id, button) => {
        // Safari does not focus a clicked button, and the menu returns focus to the focused element.
        button.focus();
        setMenu({ kind, id, button, opened: true });
      },
    }),
    [token, events, onKeyDown, onBlur, onOpen, took],
  );
  const closeMenu = () => {
    menu?.button.focus({ preventScroll: true });
    setMenu(menu && { ...menu, opened: false });
  };

  return { handle, focus, moves, lifted: keys.lifted, drag, menu, closeMenu, announced };
}

function useCards<Card, Column extends ColumnId>(options: Options<Card, Column>) {
  const latest = useLatest(options);
  const cardOf = useCallback(
    (id: CardId) => {
      const { layout } = latest.current;
      const position = layout.positions.get(id);
      return position && layout.lanes[position.lane]?.cards[position.index];
    },
    [latest],
  );
  const labelOf = useCallback(
    (id: CardId) => {
      const card = cardOf(id);
      return card === undefined ? '' : latest.current.cardLabel(card);
    },
    [cardOf, latest],
  );
  const onOpen = useCallback(
    (id: CardId) => {
      const card = cardOf(id);
      if (card !== undefined) latest.current.onOpenCard(card);
    },
    [cardOf, latest],
  );
  const cardIdOf = useCallback(
    (element: HTMLElement): CardId => {
      const text = element.dataset['card'] ?? '';
      return latest.current.layout.positions.has(text) ? text : Number(text);
    },
    [latest],
  );
  return { labelOf, onOpen, cardIdOf };
}

function useDragState(moves: BoardMoves, lifted: Lifted | null) {
  const [drag, setDrag] = useState<BoardState['drag']>(null);
  const events = useLatest<DragEvents>({
    canDrag: (id) => !moves.saving.has(id) && lifted === null,
    onStart: (id) => setDrag({ id, lane: null }),
    onOver: (lane) =>
      setDrag((held) => (held && held.lane !== lane ? { id: held.id, lane } : held)),
    onEnd: (id, lane) => {
      setDrag(null);
      if (lane !== null) moves.move(id, lane);
    },
  });
  return { drag, events };
}
