import { ownPart, takenOwn, typedOwn } from '~/kit/shared/fields/typed-own';
import { picked } from '~/kit/shared/fields/picked';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { type Day, isDay } from '~/kit/shared/time/days';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { dueDateFor } from '~/modules/sales/customers/customers.rules';
import { type DocumentDiscount, discounted } from '~/modules/sales/documents/lines/discounts.rules';
import {
  documentForm,
  type TypedDocument,
} from '~/modules/sales/documents/lines/document-form.rules';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { lineTotal, type Totals, totalsOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  discountOfForm,
  noTypedDiscount,
  type TypedDiscount,
  typedDiscount,
} from '~/modules/sales/documents/lines/typed-discounts.rules';
import {
  emptyLine,
  type LineList,
  pricedOf,
  sentTerms,
  type TypedDocumentLine,
  typedLine,
} from '~/modules/sales/documents/lines/typed-lines.rules';
import {
  noTypedSupply,
  sentSupply,
  storedSupply,
} from '~/modules/sales/documents/taxes/typed-supply.rules';
import { orderFields, type OrderWithLines } from '~/modules/sales/orders/orders.fields';
import {
  carriedFromOrder,
  carriedTexts,
  invoiceFields,
  invoiceHeader,
  type InvoiceWithLines,
} from './invoices.fields';
import { chargingLines, discountFromOrder, type SourceOrder } from './order-discounts.rules';
import { shareTerms } from './shares.rules';

export interface TypedInvoiceLine extends TypedDocumentLine {
  order_line_id: number | null;
  /** The quantity of its order line that is not invoiced yet; null for a line that does not come from an order. */
  remaining: number | null;
}

/** What is not a product, or one whose unit is not known here, may be charged for in parts. */
export const invoiceLines: LineList = { noun: 'Item', decimals: mostDecimals };

const header = [...invoiceHeader, ...shippingBillNames] as const;

export const invoiceForm = documentForm({
  fields: invoiceFields,
  header,
  lists: { items: invoiceLines },
  chosen: ['order_id'],
});

/** An invoice as its form holds it: numbers as typed text, null where nothing is chosen yet. */
export type TypedInvoice = TypedDocument<(typeof header)[number]> & {
  payment_terms: Customer['payment_terms'];
  order_id: number | null;
  order_number: string;
  /** True once the due date was typed: it then follows neither the customer's terms nor the invoice date. */
  is_due_typed: boolean;
  items: readonly TypedInvoiceLine[];
  /** What the discount follows until it is typed; null without an order. */
  discount_source: SourceOrder | null;
};

/** A new line of an invoice, without an order line. */
export function emptyInvoiceLine(key: number): TypedInvoiceLine {
  return { ...emptyLine(key), order_line_id: null, remaining: null };
}

type Charged = Pick<Customer, 'id' | 'company_name' | 'payment_terms'>;

export function emptyInvoice(basis: {
  today: Day;
  terms: string;
  customer: Charged | null;
}): TypedInvoice {
  const payment_terms = basis.customer?.payment_terms ?? null;
  return {
    ...invoiceForm.empty(basis.customer),
    payment_terms,
    order_id: null,
    order_number: '',
    invoice_date: basis.today,
    due_date: dueDateFor(basis.today, payment_terms),
    is_due_typed: false,
    terms_conditions: basis.terms,
    items: [],
    discount_source: null,
  };
}

export function typedInvoice(invoice: InvoiceWithLines): TypedInvoice {
  return {
    ...invoiceForm.typed(invoice),
    payment_terms: null,
    order_id: invoice.order_id,
    order_number: '',
    is_due_typed: true,
    items: invoice.items.map((line) => ({
      ...typedLine(line),
      order_line_id: line.order_line_id,
      remaining: null,
    })),
    discount_source: null,
  };
}

export type InvoiceParts = ReturnType<typeof partsOf>;

/**
 * What two people may change of a draft, each part on its own; its items count as one
 * (docs/product/screens.md#two-people-at-one-record). Lines that were saved again have other keys.
 */
export function partsOf(typed: TypedInvoice) {
  return invoiceForm.partsOf({ ...typed, items: typed.items.map((line) => ({ ...line, key: 0 })) });
}

/**
 * The form after a change of date or customer: the due date follows unless it was typed
 * (docs/product/invoices.md#due-dates).
 */
export function withDueDate(typed: TypedInvoice): TypedInvoice {
  if (typed.is_due_typed || !isDay(typed.invoice_date)) return typed;
  return { ...typed, due_date: dueDateFor(typed.invoice_date, typed.payment_terms) };
}

/** The form for another customer, without the values of the previous customer's order. */
export function withCustomer(typed: TypedInvoice, customer: Charged): TypedInvoice {
  const isSame = typed.customer_id === customer.id;
  const before = isSame ? typed : { ...withoutOrder(typed), ...noTypedSupply };
  return withDueDate({
    ...before,
    customer_id: customer.id,
    customer_name: customer.company_name,
    payment_terms: customer.payment_terms,
  });
}

export function withoutOrder(typed: TypedInvoice): TypedInvoice {
  if (typed.order_id === null) return typed;
  const items = typed.items.filter((line) => line.order_line_id === null);
  const discount = typed.discount_source ? noTypedDiscount : typed.discount;
  const ofNone = { order_id: null, order_number: '', discount_source: null, tax_rate: null };
  return { ...typed, ...ofNone, ...picked(invoiceForm.empty(null), carriedTexts), discount, items };
}

/**
 * The form filled from an order: its customer, its tax rate, and what is not invoiced yet
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function withOrder(
  typed: TypedInvoice,
  order: OrderWithLines,
  customer: Charged | null,
): TypedInvoice {
  const charged = customer ?? {
    id: order.customer_id,
    company_name: order.customer_name,
    payment_terms: null,
  };
  const before = withCustomer(withoutOrder(typed), charged);
  return {
    ...before,
    order_id: order.id,
    order_number: order.order_number,
    discount_source: order.discount_amount > 0 ? sourceOf(order) : null,
    tax_rate: order.tax_rate,
    ...invoiceForm.carriedFrom({ ...order, ...storedSupply(order) }, carriedFromOrder),
    ...typedOwn({ custom: takenOwn(invoiceFields, { fields: orderFields, row: order }) }),
    items: [...remainingLines(order), ...before.items],
  };
}

function sourceOf(order: OrderWithLines): SourceOrder {
  const { discount_percent, discount_amount, invoiced_discount } = order;
  const items = order.items.map((item) => ({ ...item, service_id: null }));
  const services = order.services.map((service) => ({ ...service, product_id: null }));
  const lines = [...items, ...services].map((line) => ({
    id: line.id,
    product_id: line.product_id,
    service_id: line.service_id,
    description: line.description,
    ordered: line.quantity,
    remaining: restOfQuantity(line.quantity, line.invoiced_quantity),
    unit_price: line.unit_price,
    discount_percent: line.discount_percent,
    discount_amount: line.discount_amount,
  }));
  return { discount_percent, discount_amount, invoiced_discount, lines };
}

/**
 * What is neither invoiced nor closed of an order, services included, as form lines
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function remainingLines(order: OrderWithLines): TypedInvoiceLine[] {
  const items = order.items.map((item) => ({
    ...item,
    service_id: null,
    unitDecimals: { code: item.unit_of_measure, decimals: item.unit_decimals },
  }));
  const services = order.services.map((service) => ({
    ...service,
    product_id: null,
    closed_quantity: 0,
    unitDecimals: null,
  }));
  return [...items, ...services].flatMap((line) => {
    const remaining = restOfQuantity(line.quantity, line.invoiced_quantity);
    const quantity = restOfQuantity(remaining, line.closed_quantity);
    if (quantity <= 0) return [];
    return {
      ...typedLine({
        ...line,
        ...shareTerms(
          { quantity, unit_price: line.unit_price },
          { ...line, ordered: line.quantity, remaining },
          null,
        ),
        quantity,
        // Negative, so that it cannot collide with the form's own keys.
        id: -line.id,
      }),
      order_line_id: line.id,
      remaining,
      unitDecimals: line.unitDecimals,
    };
  });
}

/** The discount as the form shows it: the typed one, or what the invoice takes over from its order. */
export function shownDiscount({ discount, discount_source, items }: TypedInvoice): TypedDiscount {
  if (!discount_source) return discount;
  const claims = items.map((line) => ({
    order_line_id: line.order_line_id,
    product_id: line.product_id,
    service_id: line.service_id,
    description: line.description,
    ...pricedOf(line, invoiceLines),
  }));
  return typedDiscount(discountFromOrder(discount_source, chargingLines(claims, discount_source)));
}

export function discountNow(typed: TypedInvoice): DocumentDiscount {
  return discountOfForm(shownDiscount(typed), invoiceForm.pricedLines(typed));
}

export function typedTotals(typed: TypedInvoice, rate: number): Totals & DocumentDiscount {
  const { lines, discount } = discounted(invoiceForm.pricedLines(typed), discountNow(typed));
  return { ...totalsOf(lines, { rate }), ...discount };
}

/** The body of the request (docs/product/invoices.md#calls), for a form without problems. */
export function invoiceBody(
  typed: TypedInvoice,
  { rate, isGst }: { rate: number; isGst: boolean },
) {
  const { discount_percent, discount_amount, ...amounts } = typedTotals(typed, rate);
  const sentHeader = invoiceForm.sentHeader(typed);
  return {
    customer_id: typed.customer_id ?? 0,
    order_id: typed.order_id,
    ...picked(sentHeader, invoiceHeader),
    ...ownPart(sentHeader),
    items: typed.items.map((line) => {
      const priced = pricedOf(line, invoiceLines);
      return {
        product_id: line.product_id,
        service_id: line.service_id,
        order_line_id: line.order_line_id,
        description: line.description.trim(),
        ...priced,
        ...(isGst ? sentTerms(line) : { line_total: lineTotal(priced) }),
      };
    }),
    // By GST the server computes the amounts alone.
    ...(isGst
      ? { ...sentSupply(typed), ...picked(sentHeader, shippingBillNames) }
      : { tax_rate: rate, ...amounts }),
    // The server takes over the order's discount to the paisa, even where other invoices took of it since.
    ...(typed.discount_source ? {} : { discount_percent, discount_amount }),
  };
}
