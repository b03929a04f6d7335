import type { Spread } from '~/modules/sales/documents/discounts.rules';
import type { LineTaxes } from '~/modules/sales/documents/taxation.rules';
import {
  type KeptLine,
  type LinePlan,
  planLines,
  type PlannedLine,
  type WantedLine,
  type WantedTerms,
} from '~/modules/sales/documents/lines.rules';
import type { RowOf } from '~/kit/shared/fields/fields';
import type { itemFields, Order, serviceFields } from './orders.fields';

interface OrderLine {
  notes: string | null;
}

export type KeptOrderLine = Spread<KeptLine<OrderLine>> & LineTaxes;
export type PlannedOrderLine = PlannedLine<OrderLine>;
export type OrderLinePlan = LinePlan<OrderLine>;

/** A requested line; without `notes` it keeps those of the line that it continues. */
export type WantedOrderLine = WantedLine & Partial<Record<'notes', string | null | undefined>>;

export function planOrderLines(
  before: readonly KeptLine<OrderLine>[],
  wanted: readonly WantedOrderLine[],
): OrderLinePlan {
  return planLines(before, wanted, ({ notes }, kept) => ({
    notes: notes === undefined ? (kept?.notes ?? null) : notes,
  }));
}

/** A line as it was sent, after `orderProblems` has ensured that it is complete. */
interface SentLine extends WantedTerms {
  id?: number | null | undefined;
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  notes?: string | null | undefined;
}

export interface SentLines {
  items?: readonly (SentLine & { product_id?: number | null | undefined })[] | undefined;
  services?: readonly (SentLine & { service_id?: number | null | undefined })[] | undefined;
}

export function wantedLines({ items = [], services = [] }: SentLines): WantedOrderLine[] {
  return [
    ...items.map((item) => ({
      ...wantedLine(item),
      product_id: item.product_id ?? null,
      service_id: null,
    })),
    ...services.map((service) => ({
      ...wantedLine(service),
      product_id: null,
      service_id: service.service_id ?? null,
    })),
  ];
}

function wantedLine(sent: SentLine) {
  const { id, quantity, unit_price, notes } = sent;
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
  };
}

/** What every document with lines like an order's has of them. */
export interface HeldLines {
  items: readonly RowOf<typeof itemFields>[];
  services: readonly RowOf<typeof serviceFields>[];
}

export function keptLines({ items, services }: HeldLines): KeptOrderLine[] {
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
export function summaryOf(
  lines: readonly Pick<KeptLine, 'product_id' | 'description'>[],
): Pick<Order, 'item_count' | 'service_names'> {
  const services = lines.filter((line) => line.product_id === null);
  const names = [...new Set(services.map((line) => line.description))];
  return {
    item_count: lines.length - services.length,
    service_names: names.length === 0 ? null : names.join(', '),
  };
}
