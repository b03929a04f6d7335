import type { Sums } from './gstr1.fields';
import { noSums, plus } from './reported-lines.rules';

interface GroupRow extends Sums {
  documents: number[];
}

type Own<Row extends GroupRow> = Omit<Row, keyof GroupRow>;

/** Rows that many documents share, each known by what its key says. */
export class RowGroups<Row extends GroupRow> {
  readonly #rows = new Map<string, Row>();
  readonly #documents = new Set<number>();

  /** Adds the sums of one line of the document at a place; `start` is what a new row has beside its key. */
  add<Key extends Partial<Own<Row>>>(
    key: Key,
    { document, ...sums }: Sums & { document: number },
    start?: Omit<Own<Row>, keyof Key>,
  ): Row {
    const name = JSON.stringify(key);
    const known =
      this.#rows.get(name) ?? ({ ...key, ...start, ...noSums, documents: [] } as unknown as Row);
    Object.assign(known, plus(known, sums));
    if (known.documents.at(-1) !== document) known.documents.push(document);
    this.#documents.add(document);
    this.#rows.set(name, known);
    return known;
  }

  table(orderOf: (row: Row) => readonly (string | number | boolean | null)[]): {
    sums: Sums;
    documents: number;
    rows: Row[];
  } {
    const rows = [...this.#rows.values()]
      .map((row) => ({ row, order: orderOf(row) }))
      .sort((a, b) => compare(a.order, b.order))
      .map(({ row }) => row);
    return { sums: rows.reduce<Sums>(plus, noSums), documents: this.#documents.size, rows };
  }
}

type Order = readonly (string | number | boolean | null)[];

function compare(one: Order, other: Order): number {
  for (const [index, a] of one.entries()) {
    const b = other[index] ?? null;
    if (a === b) continue;
    if (a === null || b === null) return a === null ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}
