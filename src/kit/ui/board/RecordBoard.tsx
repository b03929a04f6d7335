import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import type { Identified, List, ListState } from '~/kit/ui/records/list-store';
import { toast } from '~/kit/ui/messages/toasts';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import type { Column } from '~/kit/ui/columns/tableColumn';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import { Board, type BoardCalls } from './Board';
import type { BoardColumnSpec } from './boardModel';

export interface BoardCardsProps<Row extends Identified, Column extends string | number> {
  list: RecordList<Row>;
  columns: readonly BoardColumnSpec<Column>[];
  /** The filter by which the server tells the columns apart. */
  filter: string;
  columnOf: (row: Row) => Column | null;
  children: (shown: ShownCards<Row, Column>) => ReactNode;
}

interface ShownCards<Row, Column extends string | number> {
  state: ListState;
  cards: readonly Row[];
  totals?: ReadonlyMap<Column, number>;
  onMore?: (column: Column) => void;
}

const OwnValues = lazyPart(() => import('./OwnValues')) as <Row>(props: {
  columns: readonly Column<Row>[];
  row: Row;
}) => ReactNode;

// Few have so many records.
const LongBoardCards = lazyPart(() => import('./LongBoardCards')) as <
  Row extends Identified,
  Column extends string | number,
>(
  props: BoardCardsProps<Row, Column> & { long: NonNullable<List<Row>['long']> },
) => ReactNode;

interface Props<Row extends Identified, Column extends string | number>
  extends Omit<BoardCardsProps<Row, Column>, 'children'>,
    BoardCalls<Row, Column> {
  records: Pick<List<Row>, 'long' | 'state' | 'retry'>;
  /** What the columns are loaded from, where the program does not know them. */
  loadedColumns?: Pick<List<Identified>, 'state' | 'retry'>;
  /** As in "orders". */
  plural: string;
  /** How its columns come about, as in "status". */
  by: string;
  /** Precedes the reason of a refused move. */
  failedMove: string;
  emptyColumnHint?: string;
}

/** A list as a board; of a list too long to be here the first cards of each column, and more of them when asked. */
export function RecordBoard<Row extends Identified, Column extends string | number>(
  props: Props<Row, Column>,
) {
  const { records, loadedColumns, list, plural, by, failedMove } = props;
  const renderCard = useOwnCard(list.choice.columns, props.renderCard);
  const noun = plural[0]?.toUpperCase() + plural.slice(1);
  const board = ({ state, ...shown }: ShownCards<Row, Column>) => (
    <Board
      {...props}
      {...shown}
      renderCard={renderCard}
      label={`${noun} by ${by}`}
      state={loadedColumns ? bothStates(state, loadedColumns.state) : state}
      onRefused={(message) => toast('error', `${failedMove}: ${message}`)}
      loadingText={`Loading ${plural}...`}
      failedText={`${noun} could not be loaded`}
      onRetry={() => {
        records.retry();
        loadedColumns?.retry();
      }}
      emptyColumnText={`No ${plural}`}
    />
  );
  const { long, state } = records;
  if (!long) return board({ state, cards: list.rows });
  return (
    <Suspense fallback={board({ state: 'loading', cards: list.rows })}>
      <LongBoardCards {...props} long={long}>
        {board}
      </LongBoardCards>
    </Suspense>
  );
}

/** Draws cards with the company's own fields among the columns. */
function useOwnCard<Row>(columns: readonly Column<Row>[], renderCard: (row: Row) => ReactNode) {
  const own = useMemo(() => columns.filter((column) => column.own), [columns]);
  return useCallback(
    (row: Row) => (
      <>
        {renderCard(row)}
        <Suspense fallback={null}>
          {own.length > 0 ? <OwnValues columns={own} row={row} /> : null}
        </Suspense>
      </>
    ),
    [own, renderCard],
  );
}

function bothStates(one: ListState, other: ListState): ListState {
  if (one === 'failed' || other === 'failed') return 'failed';
  return one === 'loading' || other === 'loading' ? 'loading' : 'ready';
}
