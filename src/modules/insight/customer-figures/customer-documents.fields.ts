import { z } from 'zod';

/** The documents of a customer, also of one that a lead became (docs/product/customers.md#documents). */
export const documentTypes = [
  'quotation',
  'order',
  'delivery',
  'invoice',
  'credit_note',
  'debit_note',
  'receipt',
] as const;

export type DocumentType = (typeof documentTypes)[number];

export const customerDocumentSchema = z.object({
  type: z.enum(documentTypes),
  id: z.int(),
  number: z.string().describe('`DRAFT-{id}` before it takes one'),
  revision: z.int().nullable().describe('Of a quotation'),
  date: z.iso.date(),
  status: z.string(),
  amount: z.number().nullable().describe('Rupees; null for a delivery'),
  open: z
    .number()
    .nullable()
    .describe(
      'Rupees: of a quotation what is not decided or ordered, of an order what is not invoiced, of an invoice its balance due, of a receipt what is unallocated; null for the others',
    ),
});

export type CustomerDocument = z.output<typeof customerDocumentSchema>;
