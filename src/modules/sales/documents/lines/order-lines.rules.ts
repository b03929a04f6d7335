import type { Spread } from './discounts.rules';
import type { LineTaxes } from '../taxes/taxation.rules';
import {
  type StoredLine,
  type LinePlan,
  planLines,
  type PlannedLine,
  type RequestedLine,
  type RequestedTerms,
} from './lines.rules';
import type { RowOf } from '~/kit/shared/fields/fields';
import type { itemFields, serviceFields } from './order-lines.fields';

interface OrderLine {
  notes: string | null;
}

export type StoredOrderLine = Spread<StoredLine<OrderLine>> & LineTaxes;
export type PlannedOrderLine = PlannedLine<OrderLine>;
export type OrderLinePlan = LinePlan<OrderLine>;

/** A requested line; without `notes` it keeps those of the line that it continues. */
export type RequestedOrderLine = RequestedLine & Pick<SentLine, 'notes' | 'is_option'>;

export function planOrderLines(
  before: readonly StoredLine<OrderLine>[],
  requested: readonly RequestedOrderLine[],
): OrderLinePlan {
  return planLines(before, requested, (line, stored) => ({ notes: plannedNotes(line, stored) }));
}

/** The notes of a line, where it says none those of the line that it continues. */
export function plannedNotes(
  { notes }: RequestedOrderLine,
  stored: OrderLine | null,
): string | null {
  return notes === undefined ? (stored?.notes ?? null) : notes;
}

/** A line as it was sent, after `lineProblems` has ensured that it is complete. */
interface SentLine extends RequestedTerms {
  id?: number | null | undefined;
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  notes?: string | null | undefined;
  /** Only of quotations. */
  is_option?: boolean | undefined;
}

export interface SentLines {
  items?: readonly (SentLine & { product_id?: number | null | undefined })[] | undefined;
  services?: readonly (SentLine & { service_id?: number | null | undefined })[] | undefined;
}

export function requestedLines({ items = [], services = [] }: SentLines): RequestedOrderLine[] {
  return [
    ...items.map((item) => ({
      ...requestedLine(item),
      product_id: item.product_id ?? null,
      service_id: null,
    })),
    ...services.map((service) => ({
      ...requestedLine(service),
      product_id: null,
      service_id: service.service_id ?? null,
    })),
  ];
}

function requestedLine(sent: SentLine) {
  const { id, quantity, unit_price, notes, is_option } = sent;
  const { hsn_code, unit, discount_percent, discount_amount, tax_class_id } = sent;
  return {
    id,
    quantity: quantity ?? 0,
    unit_price: unit_price ?? 0,
    hsn_code,
    unit,
    discount_percent,
    discount_amount,
    tax_class_id,
    notes,
    is_option,
  };
}

/** What every document with lines like an order's has of them. */
export interface HeldLines<Own = object> {
  items: readonly (RowOf<typeof itemFields> & Own)[];
  services: readonly (RowOf<typeof serviceFields> & Own)[];
}

/** The lines of a document as they are stored, items before services. */
export function storedLines<Own = object>({
  items,
  services,
}: HeldLines<NoInfer<Own>>): (StoredOrderLine & Own)[] {
  return [
    ...items.map((item) => ({ ...item, service_id: null })),
    ...services.map((service) => ({
      ...service,
      product_id: null,
      line_total: service.total_price,
    })),
  ];
}

/** The list's summary of an order's lines: the number of items, and the names of the services. */
export function summaryOf(lines: readonly Pick<StoredLine, 'product_id' | 'description'>[]): {
  item_count: number;
  service_names: string | null;
} {
  const services = lines.filter((line) => line.product_id === null);
  const names = [...new Set(services.map((line) => line.description))];
  return {
    item_count: lines.length - services.length,
    service_names: names.length === 0 ? null : names.join(', '),
  };
}

/** What the activity log shows of a line. */
export function shortLine({
  description,
  quantity,
  unit_price,
  line_total,
  is_option,
}: Pick<StoredLine, 'description' | 'quantity' | 'unit_price' | 'line_total'> & {
  is_option?: boolean;
}) {
  return { description, quantity, unit_price, line_total, ...(is_option ? { is_option } : {}) };
}
