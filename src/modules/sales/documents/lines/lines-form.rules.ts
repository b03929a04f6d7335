import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Values } from '~/kit/shared/fields/merge';
import type { FieldProblem, Verdict } from '~/kit/shared/verdict';
import type { Day } from '~/kit/shared/time/days';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import { type DocumentDiscount, discounted } from './discounts.rules';
import type { TypedDocument } from './document-form.rules';
import { type PricedLine, type Totals, totalsOf } from './totals.rules';
import { discountOfForm } from './typed-discounts.rules';
import {
  emptyLine,
  type LineList,
  pricedOf,
  type taxableLine,
  type TypedDocumentLine,
  typedLine,
} from './typed-lines.rules';
import type { RowOf } from '~/kit/shared/fields/fields';
import type { documentTaxFields } from '../documents.fields';
import type { itemFields, serviceFields } from './order-lines.fields';
import type { LinesDraft } from './drafted-lines.rules';

/** A line of an order or a quotation as its form holds it. */
export interface TypedOrderLine extends TypedDocumentLine {
  id: number | null;
  notes: string;
  /** Priced, and not in the totals; only quotations have such lines. */
  is_option: boolean;
}

export const orderLists = {
  items: { noun: 'Item', decimals: 0 },
  services: { noun: 'Service', decimals: mostDecimals },
} as const satisfies Record<string, LineList>;

export type ListName = keyof typeof orderLists;
export type TypedLines = Readonly<Record<ListName, readonly TypedOrderLine[]>>;

/** What the forms of orders and quotations both hold: numbers as typed text, null where nothing is chosen yet. */
export type TypedWithLines = TypedDocument<never> & TypedLines;

/** What two people may change of it, each part for itself; items and services count as one part each. */
export type TypedParts = Values & TypedLines;

type Optional = { is_option?: boolean };

/** What both records have of what their form shows and sends again. */
export interface RowWithLines
  extends Totals,
    DocumentDiscount,
    Pick<RowOf<typeof documentTaxFields>, 'tax_mode'> {
  id: number;
  updated_at: string;
  tax_rate: number;
  items: (RowOf<typeof itemFields> & Optional)[];
  services: (RowOf<typeof serviceFields> & Optional)[];
}

export interface FormFrame<Row> {
  before: Row | null;
  today: Day;
}

/**
 * A kind of document with items and services, for its form: what it holds (`Typed`) of the record (`Row`), and which
 * parts of it two people may change (docs/product/screens.md#two-people-at-one-record).
 */
export interface LinesDocument<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
> {
  form: {
    headerProblems: (typed: Typed) => FieldProblem[];
    pricedLines: (typed: TypedLines) => PricedLine[];
    taxableLines: (typed: TypedLines) => ReturnType<typeof taxableLine>[];
    partLabel: (part: string) => string;
    partText: (part: string, value: unknown, forms: readonly Typed[]) => string;
  };
  typedOf: (row: Row) => Typed;
  partsOf: (typed: Typed) => Parts;
  /** The document's own problems; `draft` are its lines as the checks see them. */
  problemsOf: (typed: Typed, draft: LinesDraft<Optional>, frame: FormFrame<Row>) => FieldProblem[];
  canEditLines: (row: Row) => Verdict;
  /** Whether customer or lead are chosen. */
  hasBuyer: (typed: Typed) => boolean;
  /** The day of which prices and taxes are. */
  dayOf: (typed: Typed, before: Row | null) => Day | undefined;
  /** What a request contains besides lines, tax and amounts. */
  headOf: (typed: Typed) => Record<string, unknown>;
  /** The only fields of a request for a document whose other fields are locked; null for one without a lock. */
  openOf?: (typed: Typed, before: Row) => Record<string, unknown> | null;
  /** What a line of a request contains besides that of every line. */
  sentLine?: (line: TypedOrderLine) => Record<string, unknown>;
}

/** The key of the line that a new form opens with. */
export const firstKey = -1;

export function emptyOrderLine(key: number): TypedOrderLine {
  return { ...emptyLine(key), id: null, notes: '', is_option: false };
}

export function isTouched({
  id,
  product_id,
  quantity,
  unit_price,
  notes,
}: TypedOrderLine): boolean {
  const isAsItBegan = ['', '1'].includes(quantity.trim()) && unit_price.trim() === '';
  return id !== null || product_id !== null || !isAsItBegan || notes.trim() !== '';
}

export function withoutEmptyLines<Typed extends TypedLines>(typed: Typed): Typed {
  return { ...typed, items: typed.items.filter(isTouched) };
}

export function hasLines(typed: TypedLines): boolean {
  return typed.services.length > 0 || typed.items.some(isTouched);
}

export function isSameForm<Typed extends TypedLines>(typed: Typed, other: Typed): boolean {
  return JSON.stringify(withoutEmptyLines(typed)) === JSON.stringify(withoutEmptyLines(other));
}

/** The lines that are in the totals. */
export function withoutOptions({ items, services }: TypedLines): TypedLines {
  const isCounted = ({ is_option }: TypedOrderLine) => !is_option;
  return { items: items.filter(isCounted), services: services.filter(isCounted) };
}

export function typedLines({ items, services }: Pick<RowWithLines, ListName>): TypedLines {
  return {
    items: items.map((item) => ({
      ...typedLine({ ...item, service_id: null, description: item.product_name }),
      ...ownOf(item),
      unitDecimals: { code: item.unit_of_measure, decimals: item.unit_decimals },
    })),
    services: services.map((service) => ({
      ...typedLine({ ...service, product_id: null, description: service.service_name }),
      ...ownOf(service),
    })),
  };
}

function ownOf({ id, notes, is_option = false }: RowWithLines[ListName][number]) {
  return { id, notes: notes ?? '', is_option };
}

/** The form with parts of two people, to be saved over `row`: a line that no longer exists there becomes a new one. */
export function typedOver<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
>(kind: LinesDocument<Typed, Row, Parts>, row: Row, parts: Parts): Typed {
  const theirs = new Set([...row.items, ...row.services].map(({ id }) => id));
  const lines = (list: readonly TypedOrderLine[]) =>
    list.map((line) => (line.id === null || theirs.has(line.id) ? line : { ...line, id: null }));
  return {
    ...kind.typedOf(row),
    ...parts,
    items: lines(parts.items),
    services: lines(parts.services),
  };
}

export function hasOtherAmounts(typed: TypedWithLines, before: TypedWithLines): boolean {
  const now = withoutEmptyLines(typed);
  return (
    now.tax_rate !== before.tax_rate ||
    now.discount.value !== before.discount.value ||
    now.discount.unit !== before.discount.unit ||
    !isSameLines(now.items, before.items) ||
    !isSameLines(now.services, before.services)
  );
}

function isSameLines(now: readonly TypedOrderLine[], then: readonly TypedOrderLine[]): boolean {
  if (now.length !== then.length) return false;
  return now.every(
    (line, at) => line === then[at] || JSON.stringify(line) === JSON.stringify(then[at]),
  );
}

type Counting<Typed extends TypedWithLines, Row> = {
  form: { pricedLines: (typed: TypedLines) => PricedLine[] };
  typedOf: (row: Row) => Typed;
};

/** The form's totals at a rate; a document with unchanged lines, discount and rate keeps its exact amounts. */
export function typedTotals<Typed extends TypedWithLines, Row extends Totals & DocumentDiscount>(
  { form, typedOf }: Counting<Typed, Row>,
  typed: Typed,
  { rate, before }: { rate: number; before: Row | null },
): Totals & DocumentDiscount {
  if (before && !hasOtherAmounts(typed, typedOf(before))) {
    const { subtotal, tax_amount, total_amount, discount_percent, discount_amount } = before;
    return { subtotal, tax_amount, total_amount, discount_percent, discount_amount };
  }
  const priced = form.pricedLines(withoutOptions(typed));
  const { lines, discount } = discounted(priced, discountOfForm(typed.discount, priced));
  return { ...totalsOf(lines, { rate }), ...discount };
}

/** The quantity of each product in all lines together, by its id. */
export function orderedOf(items: readonly TypedOrderLine[]): ReadonlyMap<number, number> {
  const ordered = new Map<number, number>();
  for (const item of items) {
    const { quantity } = pricedOf(item, orderLists.items);
    const id = item.product_id ?? 0;
    ordered.set(id, sumOfQuantities([ordered.get(id) ?? 0, quantity]));
  }
  return ordered;
}
