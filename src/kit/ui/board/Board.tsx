import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import { BoardContext } from './BoardCard';
import { BoardColumn } from './BoardColumn';
import { BoardLoading, BoardMessage } from './BoardFaces';
import {
  type BoardColumnSpec,
  type BoardLayout,
  type CardId,
  type ColumnId,
  layOut,
} from './boardModel';
import { offeredActions, type RowAction } from '~/kit/ui/columns/tableColumn';
import type { Identified } from '~/kit/ui/records/list-store';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { type BoardState, type OpenMenu, useBoard } from './useBoard';
import { boardHelp } from './useBoardKeys';
import classes from './Board.module.css';

// Mantine's menu and its dependencies are as large as the board, and a board is read more often than changed.
const loadMenu = loaderOf(async () => ({ default: (await import('./BoardMenu')).BoardMenu }));
const BoardMenu = lazy(loadMenu);

/** How the cards of a board look and what they do. Stable references, or columns redraw. */
export interface BoardCalls<Card, Column extends ColumnId> {
  columnOf: (card: Card) => Column | null;
  cardLabel: (card: Card) => string;
  /** The content below the name, without buttons or links: those are card actions. */
  renderCard: (card: Card) => ReactNode;
  /** So high is a card before it is measured. */
  cardHeight: number;
  /** Called before each move; a refusal is shown and `onMove` is not called. */
  canMove: (card: Card, column: Column) => Verdict;
  /** Saves the move and changes `cards`; while it runs, and when it rejects, the card stays in its column. */
  onMove: (card: Card, column: Column) => Promise<'saved' | 'waits'>;
  cardActions: readonly RowAction<Card>[];
  onOpenCard: (card: Card) => void;
}

interface Props<Card, Column extends ColumnId> extends BoardCalls<Card, Column> {
  label: string;
  columns: readonly BoardColumnSpec<Column>[];
  cards: readonly Card[];
  /** How many cards each column has, where `cards` are only the first of them, and what brings more of a column. */
  totals?: ReadonlyMap<Column, number>;
  onMore?: (column: Column) => void;
  onRefused: (message: string) => void;
  state: 'loading' | 'failed' | 'ready';
  loadingText: string;
  failedText: string;
  onRetry: () => void;
  emptyColumnText: string;
  emptyColumnHint?: string;
}

/**
 * Columns of cards that are moved by mouse, finger, keyboard or the "Move to…" menu. The board changes only with the
 * page's cards (docs/product/screens.md#boards).
 */
export function Board<Card extends Identified, Column extends ColumnId>(
  props: Props<Card, Column>,
) {
  const { columns, state } = props;
  useEffect(() => loadAhead(loadMenu), []);
  return (
    <div className={classes.board}>
      {state === 'loading' && <BoardLoading columns={columns} text={props.loadingText} />}
      {state === 'failed' && <BoardMessage text={props.failedText} onRetry={props.onRetry} />}
      {state === 'ready' && columns.length === 0 && (
        <BoardMessage text="There are no columns yet." />
      )}
      {state === 'ready' && columns.length > 0 && <ReadyBoard {...props} />}
    </div>
  );
}

function ReadyBoard<Card extends Identified, Column extends ColumnId>(props: Props<Card, Column>) {
  const { cards, columnOf } = props;
  const [held, setHeld] = useState<typeof props.columns | null>(null);
  const columns = held ?? props.columns;
  const layout = useMemo(() => layOut({ columns, cards, columnOf }), [columns, cards, columnOf]);
  const root = useRef<HTMLDivElement>(null);
  const board = useBoard<Card, Column>(root, { ...props, layout });
  // Columns stay as they are while a card is held.
  const isHeld = board.drag !== null || board.lifted !== null;
  if (isHeld !== (held !== null)) setHeld(isHeld ? props.columns : null);
  const helpId = useId();
  const inLane = finderIn(layout);
  const menu = board.menu?.opened ? board.menu : null;
  const canLeave = useCanLeave(columns, props.canMove);

  return (
    <BoardContext value={board.handle}>
      <div
        ref={root}
        className={classes.columns}
        role="group"
        aria-label={props.label}
        aria-describedby={helpId}
        data-dragging={board.drag ? true : undefined}
        // An empty board scrolls sideways too, and has nothing else that can be focused.
        {...(layout.positions.size === 0 ? { tabIndex: 0 } : {})}
      >
        {layout.lanes.map((lane, index) => (
          <BoardColumn
            key={lane.column.id}
            lane={lane}
            index={index}
            total={props.totals?.get(lane.column.id) ?? lane.cards.length}
            onMore={props.onMore}
            cardLabel={props.cardLabel}
            renderCard={props.renderCard}
            canLeave={canLeave}
            described={columns.some((column) => column.description)}
            emptyText={props.emptyColumnText}
            emptyHint={props.emptyColumnHint ?? null}
            estimatedHeight={props.cardHeight}
            saving={board.moves.saving}
            active={inLane(board.focus.active, index)}
            dragging={inLane(board.drag?.id, index)}
            lifted={inLane(board.lifted?.id, index)}
            openMenu={menu && inLane(menu.id, index) !== null ? menu : null}
            {...hintOf(board, layout, index)}
          />
        ))}
      </div>
      <ForScreenReaders helpId={helpId} announced={board.announced} />
      <Suspense fallback={null}>
        {board.menu && <CardMenu board={board} menu={board.menu} layout={layout} {...props} />}
      </Suspense>
    </BoardContext>
  );
}

/** Whether another column takes a card. */
function useCanLeave<Card, Column extends ColumnId>(
  columns: readonly BoardColumnSpec<Column>[],
  canMove: (card: Card, column: Column) => Verdict,
) {
  return useCallback(
    (card: Card, from: Column) => columns.some(({ id }) => id !== from && canMove(card, id).ok),
    [columns, canMove],
  );
}

/** Gives the id of a card that is in a lane, else null. */
function finderIn<Card, Column extends ColumnId>({ positions }: BoardLayout<Card, Column>) {
  return (id: CardId | null | undefined, lane: number) =>
    id !== null && id !== undefined && positions.get(id)?.lane === lane ? id : null;
}

function ForScreenReaders({ helpId, announced }: { helpId: string; announced: string }) {
  return (
    <>
      <p className="visually-hidden" id={helpId}>
        {boardHelp}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {announced}
      </p>
    </>
  );
}

function hintOf<Card extends object, Column extends ColumnId>(
  board: BoardState,
  layout: BoardLayout<Card, Column>,
  lane: number,
): { hint: string | null; hintRefused: boolean } {
  const held = board.lifted ?? board.drag;
  const own = held ? layout.positions.get(held.id)?.lane : undefined;
  if (!held || held.lane !== lane || own === lane) return { hint: null, hintRefused: false };
  const refusal = board.moves.refusalOf(held.id, lane);
  return { hint: refusal ?? 'Drop here', hintRefused: refusal !== null };
}

interface MenuProps<Card, Column extends ColumnId> {
  board: BoardState;
  menu: OpenMenu;
  layout: BoardLayout<Card, Column>;
  cardLabel: (card: Card) => string;
  canMove: (card: Card, column: Column) => Verdict;
  cardActions: readonly RowAction<Card>[];
}

function CardMenu<Card extends object, Column extends ColumnId>(props: MenuProps<Card, Column>) {
  const { board, menu, layout, cardLabel, canMove, cardActions } = props;
  const position = layout.positions.get(menu.id);
  const card = position && layout.lanes[position.lane]?.cards[position.index];
  if (!position || card === undefined) return null;
  const columns = layout.lanes.flatMap((lane, index) =>
    index === position.lane || !canMove(card, lane.column.id).ok
      ? []
      : [{ label: lane.column.title, onSelect: () => board.moves.move(menu.id, index) }],
  );
  const moving = menu.kind === 'move';
  const entries = offeredActions(cardActions, card).map((action) => ({
    label: action.label(card),
    icon: action.icon,
    danger: action.danger ?? false,
    onSelect: () => action.onClick(card),
  }));
  return (
    <BoardMenu
      button={menu.button}
      label={moving ? `Move ${cardLabel(card)} to` : cardLabel(card)}
      opened={menu.opened}
      onClose={board.closeMenu}
      items={moving ? columns : entries}
    />
  );
}
