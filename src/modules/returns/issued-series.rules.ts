import type { SeriesRow } from './gstr1.fields';

interface Series extends SeriesRow {
  lowest: number;
  highest: number;
}

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

/** Counts the documents of a month by series: what stands before the running number at the end. */
export class IssuedSeries {
  readonly #series = new Map<string, Series>();

  add({ kind, number, status }: Numbered): void {
    const digits = /\d+$/.exec(number)?.[0] ?? '';
    const key = `${kind} ${number.slice(0, number.length - digits.length)}`;
    const place = Number(digits);
    const series = this.#series.get(key) ?? {
      kind,
      first: number,
      last: number,
      total: 0,
      cancelled: 0,
      issued: 0,
      lowest: place,
      highest: place,
    };
    const isCancelled = status === 'cancelled';
    this.#series.set(key, {
      ...series,
      ...(place < series.lowest ? { first: number, lowest: place } : {}),
      ...(place > series.highest ? { last: number, highest: place } : {}),
      total: series.total + 1,
      cancelled: series.cancelled + (isCancelled ? 1 : 0),
      issued: series.issued + (isCancelled ? 0 : 1),
    });
  }

  rows(): SeriesRow[] {
    return [...this.#series.values()]
      .map(({ lowest: _lowest, highest: _highest, ...row }) => row)
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compare(a.first, b.first));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
