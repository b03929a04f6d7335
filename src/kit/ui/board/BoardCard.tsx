import { IconArrowsRightLeft, IconDots } from '@tabler/icons-react';
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
} from 'react';
import type { CardId } from './boardModel';
import { useDraggableCard } from './useBoardDrag';
import { markOf } from '~/kit/ui/waiting/waiting-change';
import { firstWaiting } from '~/kit/ui/waiting/waiting-rows';
import { cannotBeShown, ErrorBoundary } from '~/kit/ui/messages/ErrorFallback';
import { WaitingMark } from '~/kit/ui/messages/WaitingMark';
import classes from './BoardCard.module.css';

export type MenuKind = 'move' | 'actions';

/** What the cards and columns of one board call; the same object for the board's whole life. */
export interface BoardHandle {
  token: symbol;
  canDrag: (id: CardId) => boolean;
  onKeyDown: (event: KeyboardEvent, id: CardId) => void;
  onFocus: (id: CardId) => void;
  onBlur: (id: CardId) => void;
  onOpen: (id: CardId) => void;
  onMenu: (kind: MenuKind, id: CardId, button: HTMLElement) => void;
}

export const BoardContext = createContext<BoardHandle | null>(null);

export function useBoardHandle(): BoardHandle {
  const handle = useContext(BoardContext);
  if (!handle) throw new Error('A board card or column is outside of a board');
  return handle;
}

interface Props<Card> {
  id: CardId;
  card: Card;
  label: string;
  render: (card: Card) => ReactNode;
  tabStop: boolean;
  active: boolean;
  saving: boolean;
  dragging: boolean;
  lifted: boolean;
  openMenu: MenuKind | null;
  canMove: boolean;
}

function BoardCardPlain<Card extends object>(props: Props<Card>) {
  const { id, card, label, render, tabStop, saving, dragging, lifted } = props;
  const board = useBoardHandle();
  const element = useRef<HTMLElement>(null);
  const labelId = useId();
  const bodyId = useId();
  // An article takes focus and keys: an element with role button may not contain buttons.
  const reach = tabStop ? 0 : -1;
  const waiting = firstWaiting(card);
  useDraggableCard(element, board.token, id, board.canDrag);

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button, a, input')) return;
    board.onOpen(id);
  };
  const onBlur = (event: FocusEvent) => {
    if (event.target === event.currentTarget) board.onBlur(id);
  };

  return (
    <article
      ref={element}
      className={classes.card}
      data-card={id}
      data-dragging={dragging || undefined}
      data-lifted={lifted || undefined}
      data-opens
      tabIndex={reach}
      aria-labelledby={labelId}
      aria-describedby={bodyId}
      aria-busy={saving}
      data-waiting={waiting !== undefined || undefined}
      onClick={onClick}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) board.onKeyDown(event, id);
      }}
      onFocus={() => board.onFocus(id)}
      onBlur={onBlur}
    >
      <div className={classes.cardHead}>
        <span className={classes.cardLabel} id={labelId}>
          {label}
        </span>
        {waiting ? <WaitingMark {...markOf(waiting)} /> : null}
        {props.canMove && (
          <Tool {...props} labelId={labelId} kind="move" name="Move to…">
            <IconArrowsRightLeft size={15} aria-hidden />
          </Tool>
        )}
        <Tool {...props} labelId={labelId} kind="actions" name="More actions">
          <IconDots size={16} aria-hidden />
        </Tool>
      </div>
      <div className={classes.cardBody} id={bodyId}>
        {render(card)}
      </div>
      {saving && <div className={classes.cardBar} />}
    </article>
  );
}

/** In place of a card whose record cannot be drawn: arrow keys go through it to the others. */
function BrokenCard({ id, tabStop }: Pick<Props<unknown>, 'id' | 'tabStop'>) {
  const board = useBoardHandle();
  const reach = tabStop ? 0 : -1;
  return (
    <article
      className={classes.card}
      data-card={id}
      tabIndex={reach}
      onKeyDown={(event) => board.onKeyDown(event, id)}
      onFocus={() => board.onFocus(id)}
    >
      {cannotBeShown}
    </article>
  );
}

interface ToolProps extends Pick<Props<unknown>, 'id' | 'active' | 'openMenu'> {
  kind: MenuKind;
  name: string;
  labelId: string;
  children: ReactNode;
}

function Tool({ id, active, openMenu, kind, name, labelId, children }: ToolProps) {
  const board = useBoardHandle();
  return (
    <button
      type="button"
      className={classes.tool}
      tabIndex={active ? 0 : -1}
      aria-label={name}
      aria-describedby={labelId}
      aria-haspopup="menu"
      aria-expanded={openMenu === kind}
      onClick={(event) => board.onMenu(kind, id, event.currentTarget)}
    >
      {children}
    </button>
  );
}

function BoardCardApart<Card extends object>(props: Props<Card>) {
  const fallback = <BrokenCard id={props.id} tabStop={props.tabStop} />;
  return (
    <ErrorBoundary resetKey={props.card} fallback={fallback}>
      <BoardCardPlain {...props} />
    </ErrorBoundary>
  );
}

export const BoardCard = memo(BoardCardApart) as typeof BoardCardApart;
