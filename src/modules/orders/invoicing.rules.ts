import { lineTotal, restOfQuantity, type Totals, totalsOf } from '~/kit/shared/totals';
import { pricedOf, readNumber, type TypedLine } from '~/kit/shared/typed-lines';
import type { OrderWithLines } from './orders.fields';
import type { Problem } from './orders.rules';

/** A line of an order as an invoice is to charge for it. */
export interface ChargedLine extends TypedLine {
  order_line_id: number;
  product_id: number | null;
  service_id: number | null;
  description: string;
  /** How much of it no invoice charges for yet. */
  left: number;
  whole: boolean;
}

/** What of an order is not invoiced yet, services included (contract: Invoices). */
export function openLines(order: OrderWithLines): ChargedLine[] {
  const items = order.items.map((item) => ({ ...item, service_id: null, whole: true }));
  const services = order.services.map((service) => ({
    ...service,
    product_id: null,
    whole: false,
  }));
  return [...items, ...services].flatMap((line) => {
    const left = restOfQuantity(line.quantity, line.invoiced_quantity);
    if (left <= 0) return [];
    return {
      order_line_id: line.id,
      product_id: line.product_id,
      service_id: line.service_id,
      description: line.description,
      quantity: String(left),
      unit_price: String(line.unit_price),
      left,
      whole: line.whole,
    };
  });
}

/** An invoice being made from an order, as its form holds it. */
export interface TypedCharge {
  invoice_date: string;
  due_date: string;
  terms_conditions: string;
  notes: string;
  lines: readonly ChargedLine[];
}

/** What is wrong with it, in the order in which a person is told (spec 2 §5). */
export function chargeProblems({ lines, invoice_date, due_date }: TypedCharge): Problem[] {
  const problems: Problem[] = [];
  lines.forEach((line, index) => {
    const quantity = readNumber(line.quantity);
    const price = readNumber(line.unit_price);
    const tell = (field: string, text: string) =>
      problems.push({ field: `items.${index}.${field}`, message: `Item ${index + 1}: ${text}` });
    if (!(quantity > 0)) tell('quantity', 'Quantity must be greater than 0');
    else if (quantity > line.left) {
      tell('quantity', `Only ${line.left} of this line can still be invoiced`);
    }
    if (!(price >= 0)) tell('unit_price', 'Unit price must be 0 or greater');
  });
  if (invoice_date === '') {
    problems.push({ field: 'invoice_date', message: 'Invoice date is required' });
  }
  if (due_date === '') problems.push({ field: 'due_date', message: 'Due date is required' });
  else if (due_date < invoice_date) {
    problems.push({
      field: 'due_date',
      message: 'The due date cannot be before the invoice date',
    });
  }
  return problems;
}

/** What the invoice comes to at the order's rate. */
export function chargeTotals({ lines }: TypedCharge, rate: number): Totals {
  return totalsOf(
    lines.map((line) => pricedOf(line, line)),
    { rate },
  );
}

/** What `POST /invoices` is sent (spec 2 §7). */
export function chargeBody(
  typed: TypedCharge,
  order: Pick<OrderWithLines, 'id' | 'customer_id' | 'tax_rate'>,
): Record<string, unknown> {
  return {
    customer_id: order.customer_id,
    order_id: order.id,
    invoice_date: typed.invoice_date,
    due_date: typed.due_date,
    terms_conditions: typed.terms_conditions.trim() || null,
    notes: typed.notes.trim() || null,
    items: typed.lines.map((line) => {
      const priced = pricedOf(line, line);
      return {
        product_id: line.product_id,
        service_id: line.service_id,
        order_line_id: line.order_line_id,
        description: line.description,
        ...priced,
        line_total: lineTotal(priced),
      };
    }),
    tax_rate: order.tax_rate,
  };
}
