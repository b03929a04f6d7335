export type ColumnId = string | number;
export type CardId = string | number;

export interface BoardColumnSpec<Column extends ColumnId = ColumnId> {
  id: Column;
  title: string;
  description?: string | null;
  color?: string;
}

export interface Lane<Card, Column extends ColumnId = ColumnId> {
  column: BoardColumnSpec<Column>;
  cards: Card[];
  ids: CardId[];
}

export interface Position {
  lane: number;
  index: number;
}

export interface BoardLayout<Card, Column extends ColumnId = ColumnId> {
  lanes: Lane<Card, Column>[];
  positions: ReadonlyMap<CardId, Position>;
}

/** Distributes the cards to the columns; one without a shown column is left out. */
export function layOut<Card extends { id: CardId }, Column extends ColumnId>(board: {
  columns: readonly BoardColumnSpec<Column>[];
  cards: readonly Card[];
  columnOf: (card: Card) => Column | null;
}): BoardLayout<Card, Column> {
  const lanes = board.columns.map((column): Lane<Card, Column> => ({ column, cards: [], ids: [] }));
  const laneOf = new Map(board.columns.map((column, index) => [column.id, index]));
  const positions = new Map<CardId, Position>();
  for (const card of board.cards) {
    const column = board.columnOf(card);
    const at = column === null ? undefined : laneOf.get(column);
    const lane = at === undefined ? undefined : lanes[at];
    if (at === undefined || !lane) continue;
    const { id } = card;
    positions.set(id, { lane: at, index: lane.ids.length });
    lane.cards.push(card);
    lane.ids.push(id);
  }
  return { lanes, positions };
}

export function firstCard(layout: BoardLayout<unknown>): CardId | null {
  return layout.lanes.find((lane) => lane.ids.length > 0)?.ids[0] ?? null;
}

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** The card that an arrow key leads to: along the column, or in the nearest column that has cards; null at the edge. */
export function stepTo(layout: BoardLayout<unknown>, from: CardId, step: Step): CardId | null {
  const position = layout.positions.get(from);
  if (!position) return null;
  const ids = layout.lanes[position.lane]?.ids ?? [];
  switch (step) {
    case 'up':
      return ids[position.index - 1] ?? null;
    case 'down':
      return ids[position.index + 1] ?? null;
    case 'first':
      return ids[0] ?? null;
    case 'last':
      return ids.at(-1) ?? null;
    case 'left':
      return beside(layout.lanes.slice(0, position.lane).toReversed(), position.index);
    case 'right':
      return beside(layout.lanes.slice(position.lane + 1), position.index);
  }
}

function beside(lanes: readonly Lane<unknown>[], index: number): CardId | null {
  const ids = lanes.find((lane) => lane.ids.length > 0)?.ids;
  return ids?.[Math.min(index, ids.length - 1)] ?? null;
}

const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

export function stepOf(key: string): Step | null {
  return steps[key] ?? null;
}

export function laneAfter(step: Step, lane: number, count: number): number {
  switch (step) {
    case 'left':
      return Math.max(0, lane - 1);
    case 'right':
      return Math.min(count - 1, lane + 1);
    case 'first':
      return 0;
    case 'last':
      return count - 1;
    default:
      return lane;
  }
}
