import type { SeriesRow } from './gstr1.fields';

const order: readonly SeriesRow['kind'][] = [
  'invoice',
  'debit_note',
  'credit_note',
  'receipt_voucher',
  'refund_voucher',
];

interface Numbered {
  kind: SeriesRow['kind'];
  number: string;
  status: string;
}

interface Counted extends Numbered {
  /** The running number at the end of its number. */
  sequence: number;
}

/**
 * Counts the documents of a month by series, each in unbroken runs of numbers: a number that another month has ends a
 * run (docs/product/returns.md#tables). A series is the text before the running number.
 */
export class IssuedSeries {
  readonly #series = new Map<string, Counted[]>();

  add({ kind, number, status }: Numbered): void {
    const digits = /(?<!\d)\d+$/.exec(number)?.[0] ?? '';
    const key = `${kind} ${number.slice(0, number.length - digits.length)}`;
    const series = this.#series.get(key) ?? [];
    series.push({ kind, number, status, sequence: Number(digits) });
    this.#series.set(key, series);
  }

  rows(): SeriesRow[] {
    return [...this.#series]
      .sort(([a, [one]], [b, [other]]) => rank(one) - rank(other) || (a < b ? -1 : 1))
      .flatMap(([, documents]) => runsOf(documents));
  }
}

function rank(first: Numbered | undefined): number {
  return first ? order.indexOf(first.kind) : order.length;
}

function runsOf(documents: readonly Counted[]): SeriesRow[] {
  const rows: SeriesRow[] = [];
  let last: number | null = null;
  for (const { kind, number, status, sequence } of [...documents].sort(
    (a, b) => a.sequence - b.sequence,
  )) {
    let run = rows.at(-1);
    if (!run || last === null || sequence > last + 1) {
      run = { kind, first: number, last: number, total: 0, cancelled: 0, issued: 0 };
      rows.push(run);
    }
    run.last = number;
    run.total += 1;
    run[status === 'cancelled' ? 'cancelled' : 'issued'] += 1;
    last = sequence;
  }
  return rows;
}
