import { lineTotal } from '~/modules/documents/totals.rules';
import type { Order, OrderWithLines } from './orders.fields';

/** A line as it is kept: of a product or of a service. */
export interface KeptLine {
  id: number;
  product_id: number | null;
  service_id: number | null;
  /** The product's or service's name at the time of the order. */
  description: string;
  quantity: number;
  unit_price: number;
  line_total: number;
  notes: string | null;
}

/** A line as it should be; `notes` left out keeps those of the line it continues. */
export interface WantedLine {
  id?: number | null | undefined;
  product_id: number | null;
  service_id: number | null;
  quantity: number;
  unit_price: number;
  notes?: string | null | undefined;
}

/** A line to be kept; without an id it is new. */
export type PlannedLine = Omit<KeptLine, 'id' | 'description'> & { id: number | null };

export interface LinePlan {
  lines: PlannedLine[];
  /** The kept lines that go. */
  removed: KeptLine[];
  /** Whether anything but the sequence of the lines differs. */
  isChange: boolean;
  /** Whether the same lines stand in another sequence. */
  isMove: boolean;
}

/**
 * Which kept line each wanted one continues: the one with its id, else one of the same product or service, best one that
 * is the same in all. Lines that go on keep their ids, for invoices point at them.
 */
export function planLines(before: readonly KeptLine[], wanted: readonly WantedLine[]): LinePlan {
  const free = new Set(before);
  const found = new Map<WantedLine, KeptLine>();
  const passes = [
    (line: WantedLine, kept: KeptLine) => line.id === kept.id,
    (line: WantedLine, kept: KeptLine) => isAsBefore(line, kept),
    () => true,
  ];
  for (const fits of passes) {
    for (const line of wanted) {
      if (found.has(line)) continue;
      const kept = [...free].find((each) => isOfSame(line, each) && fits(line, each));
      if (!kept) continue;
      free.delete(kept);
      found.set(line, kept);
    }
  }
  const continued = wanted.map((line) => found.get(line));
  const staying = before.filter((line) => !free.has(line));
  return {
    lines: wanted.map((line) => plannedLine(line, found.get(line))),
    removed: [...free],
    isChange: free.size > 0 || wanted.some((line) => !isAsBefore(line, found.get(line))),
    isMove: continued.some((line, index) => line !== staying[index]),
  };
}

function isOfSame(line: WantedLine, kept: KeptLine): boolean {
  return line.product_id === kept.product_id && line.service_id === kept.service_id;
}

function isAsBefore(line: WantedLine, kept: KeptLine | undefined): boolean {
  return (
    kept !== undefined &&
    line.quantity === kept.quantity &&
    line.unit_price === kept.unit_price &&
    (line.notes === undefined || line.notes === kept.notes)
  );
}

function plannedLine(line: WantedLine, kept: KeptLine | undefined): PlannedLine {
  const { product_id, service_id, quantity, unit_price } = line;
  return {
    id: kept?.id ?? null,
    product_id,
    service_id,
    quantity,
    unit_price,
    line_total: lineTotal(line),
    notes: line.notes === undefined ? (kept?.notes ?? null) : line.notes,
  };
}

/** A line as it was sent; `orderProblems` has seen to it that nothing is missing. */
interface SentLine {
  id?: number | null | undefined;
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
  notes?: string | null | undefined;
}

export interface SentLines {
  items?: readonly (SentLine & { product_id?: number | null | undefined })[] | undefined;
  services?: readonly (SentLine & { service_id?: number | null | undefined })[] | undefined;
}

/** An order's lines as they should be, items before services. */
export function wantedLines({ items = [], services = [] }: SentLines): WantedLine[] {
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

function wantedLine({ id, quantity, unit_price, notes }: SentLine) {
  return { id, quantity: quantity ?? 0, unit_price: unit_price ?? 0, notes };
}

/** An order's lines as they are kept, items before services. */
export function keptLines({
  items,
  services,
}: Pick<OrderWithLines, 'items' | 'services'>): KeptLine[] {
  return [
    ...items.map((item) => ({ ...item, service_id: null })),
    ...services.map((service) => ({
      ...service,
      product_id: null,
      line_total: service.total_price,
    })),
  ];
}

/** What the list tells of an order's lines: how many items, and its services by name. */
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
