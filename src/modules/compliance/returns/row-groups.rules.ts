import type { Sums } from './gstr1.fields';
import { noSums, plus } from './reported-lines.rules';

interface GroupRow extends Sums {
  documents: number[];
}

type Own<Row extends GroupRow> = Omit<Row, keyof GroupRow>;

/** Rows that many documents share, each known by what its key says. */
export class RowGroups<Row extends GroupRow> {
  readonly #rows = new Map<string, Row>();
  readonly #measures = new Set<string>(Object.keys(noSums));

  /** Adds the sums of one line of the document at a place; `start` is what a new row has besides its key. */
  add<Key extends Partial<Own<Row>>>(
    key: Key,
    { document, ...sums }: Sums & { document: number },
    start?: Omit<Own<Row>, keyof Key>,
  ): Row {
    const name = JSON.stringify(key);
    for (const measure of Object.keys(start ?? {})) this.#measures.add(measure);
    const existing =
      this.#rows.get(name) ?? ({ ...key, ...start, ...noSums, documents: [] } as unknown as Row);
    Object.assign(existing, plus(existing, sums));
    if (existing.documents.at(-1) !== document) existing.documents.push(document);
    this.#rows.set(name, existing);
    return existing;
  }

  /** The rows in order, each as `finish` makes it; one whose amounts are all zero is left out. */
  table(
    orderOf: (row: Row) => Order,
    finish: (row: Row) => Row = (row) => row,
  ): { sums: Sums; documents: number; rows: Row[] } {
    const measures = [...this.#measures] as (keyof Row)[];
    const rows = [...this.#rows.values()]
      .map(finish)
      .filter((row) => measures.some((measure) => row[measure] !== 0))
      .map((row) => ({ row, order: orderOf(row) }))
      .sort((a, b) => compare(a.order, b.order))
      .map(({ row }) => row);
    const documents = new Set(rows.flatMap((row) => row.documents)).size;
    return { sums: rows.reduce<Sums>(plus, noSums), documents, rows };
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
