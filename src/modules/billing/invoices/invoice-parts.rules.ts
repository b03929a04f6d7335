import { fieldText } from '~/kit/shared/fields/field-text';
import type { ShippingBill } from '~/modules/sales/documents/shipping-bills.fields';
import { discountText } from '~/modules/sales/documents/typed-discounts.rules';
import { linesText } from '~/modules/sales/documents/typed-lines.rules';
import { type TypedInvoice, typedInvoice } from './invoice-form.rules';
import { invoiceFields, type InvoiceWithLines } from './invoices.fields';

type Part =
  | 'customer_id'
  | 'order_id'
  | 'invoice_date'
  | 'due_date'
  | 'terms_conditions'
  | 'notes'
  | keyof ShippingBill
  | 'items'
  | 'discount'
  | 'tax_rate';

/**
 * What two people may change of a draft, each part by itself; its items count as one
 * (docs/product/screens.md#two-people-at-one-record).
 */
export type InvoiceParts = Pick<TypedInvoice, Part>;

export function partsOf(typed: TypedInvoice): InvoiceParts {
  const { customer_id, order_id, invoice_date, due_date, tax_rate } = typed;
  const { terms_conditions, notes } = typed;
  // Lines that were saved again have other keys.
  const items = typed.items.map((line) => ({ ...line, key: 0 }));
  const { shipping_bill_number, shipping_bill_date, port_code } = typed;
  const words = { terms_conditions, notes, shipping_bill_number, shipping_bill_date, port_code };
  const { discount } = typed;
  return { customer_id, order_id, invoice_date, due_date, ...words, items, discount, tax_rate };
}

/** The form with parts of two people, to be saved over `invoice`. */
export function typedOver(invoice: InvoiceWithLines, parts: InvoiceParts): TypedInvoice {
  return { ...typedInvoice(invoice), ...parts };
}

export function partLabel(part: Part): string {
  if (part === 'items') return 'Items';
  return part === 'discount' ? 'Discount' : invoiceFields[part].label;
}

/** A part's value in words; `forms` are those that it may be of, which know the customer's name. */
export function partText(part: Part, value: unknown, forms: readonly TypedInvoice[]): string {
  switch (part) {
    case 'items':
      return linesText(value as InvoiceParts['items']);
    case 'discount':
      return discountText(value as InvoiceParts['discount']);
    case 'customer_id':
      return forms.find(({ customer_id }) => customer_id === value)?.customer_name ?? '';
    case 'tax_rate':
      return `${String(value)}%`;
    default:
      return fieldText(invoiceFields[part], value, 'UTC');
  }
}
