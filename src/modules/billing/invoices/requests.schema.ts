import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import {
  mostLines,
  sentAmounts,
  sentDiscount,
  sentDocumentTax,
  sentLineTax,
} from '~/modules/sales/documents/documents.fields';
import { shippingBillFields } from '~/modules/sales/documents/shipping-bills.fields';
import {
  collectionNames,
  invoiceFields,
  invoiceHeader,
  invoiceLineFields,
} from './invoices.fields';

const noCustomer = 'Please select a customer';
const noItems = 'Please add at least one item';
const noDelivery = 'Please select a delivery';

/** Fields that the server answers with a line may be sent back with it. */
const lineBody = z.strictObject({
  id: z.int().nullable().optional().describe('Accepted because responses contain it, and ignored'),
  ...sentFields(invoiceLineFields, ['product_id', 'service_id', 'order_line_id']),
  description: fieldSchema(invoiceLineFields.description),
  quantity: fieldSchema(invoiceLineFields.quantity),
  unit_price: fieldSchema(invoiceLineFields.unit_price),
  ...sentFields(invoiceLineFields, ['line_total']),
  ...sentLineTax,
});

// In the order in which missing values are reported (docs/product/invoices.md#checks).
const customer = z
  .int({ error: noCustomer })
  .min(1, { error: noCustomer })
  .max(maxId, { error: noCustomer });
const items = z
  .array(lineBody, { error: noItems })
  .min(1, { error: noItems })
  .max(mostLines, { error: 'An invoice can have at most 1,000 items' });

const shared = {
  ...sentFields(invoiceFields, ['order_id', ...invoiceHeader, ...collectionNames]),
  ...sentDiscount,
  ...sentAmounts,
  ...sentDocumentTax,
  ...sentFields(shippingBillFields),
  ...sentFields(invoiceFields, ['paid_amount', 'balance_due', 'status']),
};

const always = { when: () => true };
const isNamed = (sent: unknown, name: 'customer_id' | 'items') =>
  typeof sent !== 'object' ||
  sent === null ||
  ['delivery_id', name].some((each) => (sent as Record<string, unknown>)[each] !== undefined);

/** Validates the form of a new invoice (docs/product/invoices.md#calls); one of a delivery needs nothing else. */
export const newInvoiceSchema = z
  .strictObject({
    customer_id: customer.optional(),
    items: items.optional(),
    delivery_id: z
      .int({ error: noDelivery })
      .min(1, { error: noDelivery })
      .max(maxId, { error: noDelivery })
      .optional()
      .describe('Customer, order and items are taken from this delivery'),
    ...shared,
  })
  .refine((sent) => isNamed(sent, 'customer_id'), {
    ...always,
    path: ['customer_id'],
    error: noCustomer,
  })
  .refine((sent) => isNamed(sent, 'items'), { ...always, path: ['items'], error: noItems });

/** Validates a change of an invoice: any subset of the form, or one field of the list. */
export const invoicePatchSchema = z.strictObject({
  customer_id: customer.optional(),
  items: items.optional(),
  ...shared,
  updated_at: seenSchema,
});

export const invoiceStatusSchema = z.strictObject({
  status: fieldSchema(invoiceFields.status),
  updated_at: seenSchema,
});

export type SentInvoice = z.output<typeof newInvoiceSchema>;
export type NewInvoice = SentInvoice & {
  customer_id: number;
  items: z.output<typeof items>;
};
export type InvoiceChange = z.output<typeof invoicePatchSchema>;
export type SentLine = NewInvoice['items'][number];
