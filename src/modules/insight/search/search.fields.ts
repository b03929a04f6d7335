import { z } from 'zod';

/** The kinds of record that are searched, in the order of the results. */
export const foundKinds = [
  { type: 'lead', label: 'Leads' },
  { type: 'customer', label: 'Customers' },
  { type: 'product', label: 'Products' },
  { type: 'service', label: 'Services' },
  { type: 'order', label: 'Orders' },
  { type: 'invoice', label: 'Invoices' },
  { type: 'payment', label: 'Payments' },
  { type: 'advance', label: 'Advances' },
  { type: 'credit_note', label: 'Credit Notes' },
  { type: 'debit_note', label: 'Debit Notes' },
  { type: 'user', label: 'Users' },
] as const;

export type FoundType = (typeof foundKinds)[number]['type'];

/** One result (docs/product/search.md#calls); `detail` distinguishes records of the same name. */
export const foundSchema = z.object({
  type: z.enum(foundKinds.map((kind) => kind.type)),
  id: z.int(),
  label: z.string(),
  detail: z.string().nullable(),
});

export type Found = z.output<typeof foundSchema>;
