import { type ReactNode, Suspense } from 'react';
import type { Identified, List, ListState } from '~/kit/ui/data/list-store';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import type { RecordList } from './useRecordList';

export interface BoardCardsProps<Row extends Identified, Column extends string | number> {
  records: Pick<List<Row>, 'long' | 'state'>;
  list: RecordList<Row>;
  columns: readonly { id: Column }[];
  /** The filter by which the server tells the columns apart. */
  filter: string;
  /** Keep it stable. */
  columnOf: (row: Row) => Column | null;
  children: (shown: ShownCards<Row, Column>) => ReactNode;
}

export interface ShownCards<Row, Column extends string | number> {
  state: ListState;
  cards: readonly Row[];
  totals?: ReadonlyMap<Column, number>;
  onMore?: (column: Column) => void;
}

// Few have so many records.
const LongBoardCards = lazyPart(async () => (await import('./LongBoardCards')).LongBoardCards) as <
  Row extends Identified,
  Column extends string | number,
>(
  props: BoardCardsProps<Row, Column> & { long: NonNullable<List<Row>['long']> },
) => ReactNode;

/** The cards of a list's board; of a list too long to be here the first of each column, and more of them when asked. */
export function BoardCards<Row extends Identified, Column extends string | number>(
  props: BoardCardsProps<Row, Column>,
) {
  const { records, list, children } = props;
  const { long, state } = records;
  if (!long) return children({ state, cards: list.rows });
  return (
    <Suspense fallback={children({ state: 'loading', cards: list.rows })}>
      <LongBoardCards {...props} long={long} />
    </Suspense>
  );
}
