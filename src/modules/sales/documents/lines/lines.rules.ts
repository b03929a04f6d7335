import { discountOf, lineTotal, type PricedLine } from './totals.rules';

/** What a line of a sales document charges for: a product, a service, or only a description. */
export interface LineSubject {
  product_id: number | null;
  service_id: number | null;
}

/** What can be said of a line besides what, how much and at what price (docs/product/tax.md#tax-of-a-line). */
export interface LineTerms {
  hsn_code: string | null;
  unit: string | null;
  /** In percent; the amount follows from it. */
  discount_percent: number | null;
  /** In rupees, of the whole line. */
  discount_amount: number;
  tax_class_id: number | null;
}

export type RequestedTerms = { [K in keyof LineTerms]?: LineTerms[K] | null | undefined };

/** A stored line of a sales document. `Own` is what one kind of document adds, such as notes or the order's line. */
export type StoredLine<Own extends object = object> = LineSubject &
  PricedLine &
  LineTerms & {
    id: number;
    /** The name of the product or service at that time, or the text of a line without either. */
    description: string;
    line_total: number;
  } & Own;

/** A requested line; with an id it continues that stored line. */
export interface RequestedLine extends LineSubject, PricedLine, RequestedTerms {
  id?: number | null | undefined;
}

/** A line to store; without an id it is new. */
export type PlannedLine<Own extends object = object> = LineSubject &
  PricedLine &
  LineTerms & { id: number | null; line_total: number } & Own;

export interface LinePlan<Own extends object = object> {
  lines: PlannedLine<Own>[];
  removed: StoredLine<Own>[];
  /** True when anything but the sequence of the lines differs. */
  isChange: boolean;
  /** True when the same lines have another sequence. */
  isMove: boolean;
}

/**
 * Which stored line each requested one continues: the one with its id, else one of the same product or service,
 * preferably an identical one. Continued lines keep their ids, because other documents refer to them. `ownOf` returns
 * what the kind of document adds to a line, given the stored one that it continues.
 */
export function planLines<Own extends object, Requested extends RequestedLine>(
  before: readonly StoredLine<Own>[],
  requested: readonly Requested[],
  ownOf: (line: Requested, stored: StoredLine<Own> | null) => Own,
): LinePlan<Own> {
  const isAsBefore = (line: Requested, stored: StoredLine<Own>) =>
    line.quantity === stored.quantity &&
    line.unit_price === stored.unit_price &&
    isPartOf(termsOf(line, stored), stored) &&
    isPartOf(ownOf(line, stored), stored);
  const continued = continuedLines(before, requested, isAsBefore);
  const stays = new Set(continued);
  const staying = before.filter((line) => stays.has(line));
  const removed = before.filter((line) => !stays.has(line));
  return {
    lines: requested.map((line, index) => {
      const former = continued[index] ?? null;
      const { product_id, service_id, quantity, unit_price } = line;
      const own = ownOf(line, former);
      const priced = { quantity, unit_price, ...termsOf(line, former) };
      const id = former?.id ?? null;
      return { id, product_id, service_id, ...priced, line_total: lineTotal(priced), ...own };
    }),
    removed,
    isChange:
      removed.length > 0 ||
      requested.some((line, index) => {
        const former = continued[index];
        return !former || !isAsBefore(line, former);
      }),
    isMove: continued.some((line, index) => line !== (staying[index] ?? null)),
  };
}

/** The terms of a line: what is not said of it stays as it was. */
export function termsOf(line: PricedLine & RequestedTerms, stored: LineTerms | null): LineTerms {
  const { discount_percent: percent, discount_amount: amount } = line;
  const isSilent = percent === undefined && amount === undefined;
  const discount = isSilent ? stored : { discount_percent: percent, discount_amount: amount };
  const { quantity, unit_price } = line;
  return {
    hsn_code: line.hsn_code === undefined ? (stored?.hsn_code ?? null) : line.hsn_code,
    unit: line.unit === undefined ? (stored?.unit ?? null) : line.unit,
    discount_percent: discount?.discount_percent ?? null,
    // What is stored may be a whole line, with the quantity and price of before.
    discount_amount: discountOf({ ...discount, quantity, unit_price }),
    tax_class_id:
      line.tax_class_id === undefined ? (stored?.tax_class_id ?? null) : line.tax_class_id,
  };
}

function continuedLines<Stored extends StoredLine, Requested extends RequestedLine>(
  before: readonly Stored[],
  requested: readonly Requested[],
  isAsBefore: (line: Requested, stored: Stored) => boolean,
): (Stored | null)[] {
  const free = new Map<string, Set<Stored>>();
  for (const each of before) {
    const same = free.get(subjectOf(each)) ?? new Set();
    free.set(subjectOf(each), same.add(each));
  }
  const found = new Map<Requested, Stored>();
  const passes = [
    (line: Requested, stored: Stored) => line.id === stored.id,
    isAsBefore,
    () => true,
  ];
  for (const fits of passes) {
    for (const line of requested) {
      if (found.has(line)) continue;
      const same = free.get(subjectOf(line));
      for (const stored of same ?? []) {
        if (!fits(line, stored)) continue;
        same?.delete(stored);
        found.set(line, stored);
        break;
      }
    }
  }
  return requested.map((line) => found.get(line) ?? null);
}

function subjectOf({ product_id, service_id }: LineSubject): string {
  return `${product_id} ${service_id}`;
}

function isPartOf<Part extends object>(part: Part, whole: Part): boolean {
  return (Object.keys(part) as (keyof Part)[]).every((name) => part[name] === whole[name]);
}
