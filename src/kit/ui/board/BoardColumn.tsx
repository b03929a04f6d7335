import { Button, getThemeColor, useMantineTheme } from '@mantine/core';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useVirtualList } from '~/kit/ui/hooks/useVirtualList';
import { memo, type ReactNode, useCallback, useId, useRef, type RefObject } from 'react';
import { BoardCard, type MenuKind, useBoardHandle } from './BoardCard';
import type { CardId, ColumnId, Lane } from './boardModel';
import { useDropColumn } from './useBoardDrag';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Board.module.css';

interface Props<Card, Column extends ColumnId> {
  lane: Lane<Card, Column>;
  index: number;
  /** How many cards it has, of which the lane may hold the first ones alone. */
  total: number;
  onMore?: ((column: Column) => void) | undefined;
  cardLabel: (card: Card) => string;
  renderCard: (card: Card) => ReactNode;
  /** Whether another column takes the card. */
  canLeave: (card: Card, from: Column) => boolean;
  /** Some column has a description: all reserve its line, so that their cards start level. */
  described: boolean;
  emptyText: string;
  emptyHint: string | null;
  estimatedHeight: number;
  saving: ReadonlySet<CardId>;
  active: CardId | null;
  dragging: CardId | null;
  lifted: CardId | null;
  openMenu: { id: CardId; kind: MenuKind } | null;
  hint: string | null;
  hintRefused: boolean;
}

function BoardColumnPlain<Card extends object, Column extends ColumnId>(
  props: Props<Card, Column>,
) {
  const { lane, index, hint, hintRefused } = props;
  const board = useBoardHandle();
  const element = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const countId = useId();
  useDropColumn(element, board.token, index);
  const count = lane.cards.length;
  const total = Math.max(count, props.total);
  const emptyHint = hint ?? props.emptyHint;

  return (
    <div
      ref={element}
      className={classes.column}
      data-lane={index}
      data-over={hint === null ? undefined : hintRefused ? 'refused' : 'free'}
      role="group"
      aria-labelledby={`${titleId} ${countId}`}
    >
      <ColumnHead
        title={lane.column.title}
        description={props.described ? (lane.column.description ?? '') : null}
        color={lane.column.color}
        count={total > count ? formatNumber(total) : String(count)}
        hint={count > 0 ? hint : null}
        titleId={titleId}
        countId={countId}
      />
      {count === 0 ? (
        <div className={classNames(classes.list, classes.listEmpty)} data-board-list>
          <div className={classes.empty}>
            {(hint === null || props.emptyHint !== null) && <p>{props.emptyText}</p>}
            {emptyHint !== null && <p>{emptyHint}</p>}
          </div>
        </div>
      ) : (
        <CardList {...props} />
      )}
    </div>
  );
}

export const BoardColumn = memo(BoardColumnPlain) as typeof BoardColumnPlain;

function useCardWindow<Card extends object, Column extends ColumnId>(
  list: RefObject<HTMLDivElement | null>,
  { lane, dragging, estimatedHeight }: Props<Card, Column>,
  tabStop: CardId | null,
) {
  // The focused and the dragged card must stay in the page, or focus and drag are lost.
  const remaining = [tabStop, dragging].flatMap((id) =>
    id === null ? [] : [lane.ids.indexOf(id)],
  );
  const rangeExtractor = useRangeWith(remaining.join());
  const getItemKey = useCallback((at: number) => lane.ids[at] ?? at, [lane.ids]);
  return useVirtualList({
    count: lane.cards.length,
    scroller: list,
    estimateSize: () => estimatedHeight,
    getItemKey,
    initialRect: { width: 0, height: 640 },
    overscan: 3,
    gap: 8,
    paddingStart: 4,
    paddingEnd: 8,
    rangeExtractor,
    useFlushSync: false,
  });
}

function CardList<Card extends object, Column extends ColumnId>(props: Props<Card, Column>) {
  const { lane, cardLabel, renderCard, active, dragging, lifted, openMenu, saving } = props;
  const tabStop = active ?? lane.ids[0] ?? null;
  const list = useRef<HTMLDivElement>(null);

  const { items, height, measure } = useCardWindow(list, props, tabStop);

  return (
    <div className={classes.list} ref={list} data-board-list>
      <ul className={classes.cards} style={{ height }}>
        {items.map((item) => {
          const card = lane.cards[item.index];
          const id = lane.ids[item.index];
          if (card === undefined || id === undefined) return null;
          return (
            <li
              key={item.key}
              ref={measure}
              data-index={item.index}
              className={classes.item}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={Math.max(lane.cards.length, props.total)}
              aria-posinset={item.index + 1}
            >
              <BoardCard
                id={id}
                card={card}
                label={cardLabel(card)}
                render={renderCard}
                tabStop={id === tabStop}
                active={id === active}
                saving={saving.has(id)}
                dragging={id === dragging}
                lifted={id === lifted}
                openMenu={openMenu?.id === id ? openMenu.kind : null}
                canMove={props.canLeave(card, lane.column.id)}
              />
            </li>
          );
        })}
      </ul>
      {props.total > lane.cards.length ? <MoreCards {...props} /> : null}
    </div>
  );
}

function MoreCards<Card extends object, Column extends ColumnId>({
  lane: { column, cards },
  total,
  onMore,
}: Props<Card, Column>) {
  return (
    <div className={classes.more}>
      <p>{`${formatNumber(cards.length)} of ${formatNumber(total)} shown`}</p>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Load more of ${column.title}`}
        onClick={() => onMore?.(column.id)}
      >
        Load more
      </Button>
    </div>
  );
}

/** The visible items and the pinned ones, a list of indexes such as "3,17". */
function useRangeWith(pinned: string) {
  return useCallback(
    (range: Range) => {
      const shown = new Set(defaultRangeExtractor(range));
      for (const each of pinned === '' ? [] : pinned.split(',')) shown.add(Number(each));
      return [...shown].filter((each) => each >= 0 && each < range.count).sort((a, b) => a - b);
    },
    [pinned],
  );
}

interface HeadProps {
  title: string;
  description: string | null;
  color: string | undefined;
  count: string;
  hint: string | null;
  titleId: string;
  countId: string;
}

function ColumnHead(props: HeadProps) {
  const { title, description, color, count, hint, titleId, countId } = props;
  const theme = useMantineTheme();
  return (
    <div className={classes.head}>
      <div className={classes.headLine}>
        {color !== undefined && (
          <span className={classes.dot} style={{ background: getThemeColor(color, theme) }} />
        )}
        <h2 className={classes.title} id={titleId}>
          {title}
        </h2>
        <span className={classes.count} id={countId}>
          {count}
        </span>
      </div>
      {description !== null && (
        <p className={classes.description} title={description}>
          {description}
        </p>
      )}
      {hint !== null && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
