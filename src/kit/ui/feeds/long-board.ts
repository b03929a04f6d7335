import { Listeners } from '~/kit/ui/hooks/listeners';
import type { Identified } from './list-rows';
import type { LongList } from './long-list';
import { type LongRows, LongTable } from './long-table';

/** What a board shows of a list too long to be loaded whole. */
export interface LongCards<Row, Column> {
  state: LongRows<Row>['state'];
  /** Of each column its first ones, in their order. */
  cards: readonly Row[];
  /** How many each column has. */
  totals: ReadonlyMap<Column, number>;
  /** Whether cards that a column should show could not be loaded. */
  lacksCards: boolean;
  /** Shows more of a column. */
  more: (column: Column) => void;
  retry: () => void;
}

interface Lane<Row extends Identified> {
  query: string;
  table: LongTable<Row>;
  count: number;
  close: () => void;
}

const step = 50;

/** The first cards of each column of a board, each column its own table on the long list. */
export class LongBoard<Row extends Identified, Column> {
  readonly #list: LongList<Row>;
  readonly #columnOf: (row: Row) => Column | null;
  readonly #lanes = new Map<Column, Lane<Row>>();
  readonly #listeners = new Listeners();
  #shown: readonly Row[] = [];
  #drawn: LongCards<Row, Column> | null = null;

  constructor(list: LongList<Row>, columnOf: (row: Row) => Column | null) {
    this.#list = list;
    this.#columnOf = columnOf;
  }

  /** `queries`: the query for the cards of each column; a column without a query has no cards. */
  show(queries: ReadonlyMap<Column, string>): void {
    for (const [column, { close }] of this.#lanes) {
      if (queries.has(column)) continue;
      close();
      this.#lanes.delete(column);
    }
    for (const [column, query] of queries) {
      const lane = this.#lanes.get(column) ?? this.#begin(column);
      if (lane.query !== query) lane.count = step;
      lane.query = query;
      lane.table.show(query);
    }
    this.#notify();
  }

  close(): void {
    this.show(new Map());
  }

  readonly listen = this.#listeners.listen;

  readonly snapshot = (): LongCards<Row, Column> => {
    this.#drawn ??= this.#draw();
    return this.#drawn;
  };

  readonly #more = (column: Column): void => {
    const lane = this.#lanes.get(column);
    if (!lane) return;
    lane.count += step;
    lane.table.snapshot().want(0, lane.count);
    this.#notify();
  };

  readonly #retry = (): void => {
    for (const { table } of this.#lanes.values()) table.snapshot().retry();
  };

  #begin(column: Column): Lane<Row> {
    const table = new LongTable(this.#list);
    const ends = [
      table.listen(() => {
        table.snapshot().want(0, lane.count);
        this.#notify();
      }),
      table.open(),
    ];
    const close = () => {
      for (const end of ends) end();
    };
    const lane: Lane<Row> = { query: '', table, count: step, close };
    this.#lanes.set(column, lane);
    return lane;
  }

  #draw(): LongCards<Row, Column> {
    const cards = new Map<number, Row>();
    const totals = new Map<Column, number>();
    const states = new Set<LongRows<Row>['state']>();
    let lacksCards = false;
    for (const [column, { table, count }] of this.#lanes) {
      const rows = table.snapshot();
      states.add(rows.state);
      lacksCards ||= rows.lacksRows;
      totals.set(column, rows.length);
      for (let at = 0; at < Math.min(count, rows.length); at++) {
        const row = rows.at(at);
        if (row) cards.set(row.id, row);
      }
    }
    const moving = this.#shown
      .filter(({ id }) => !cards.has(id))
      .flatMap((row) => this.#stored(row));
    this.#shown = [...moving, ...cards.values()];
    const state = states.has('failed') ? 'failed' : states.has('loading') ? 'loading' : 'ready';
    const calls = { more: this.#more, retry: this.#retry };
    return { state, cards: this.#shown, totals, lacksCards, ...calls };
  }

  /** A card that has left its column stays until its new column was requested again. */
  #stored({ id }: Row): readonly Row[] {
    const row = this.#list.row(id);
    const column = row ? this.#columnOf(row) : null;
    const lane = column === null ? undefined : this.#lanes.get(column);
    return row && lane && !lane.table.isCurrent ? [row] : [];
  }

  #notify(): void {
    this.#drawn = null;
    this.#listeners.notify();
  }
}
