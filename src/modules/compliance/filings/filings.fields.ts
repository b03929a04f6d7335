import { z } from 'zod';
import { transportSchema } from './transport.fields';

/** The IRN of a document (docs/product/filings.md#signed-answer). */
export const eInvoiceSchema = z.object({
  irn: z.string(),
  ack_no: z.string(),
  ack_date: z.string(),
  signed_qr: z.string().describe('Printed unchanged, as a QR code'),
  signature_verified: z
    .boolean()
    .describe('Whether a certificate in the settings verifies the signature of the QR code'),
  cancelled_at: z.string().nullable(),
  cancel_reason: z.string().nullable(),
});

export type EInvoiceRecord = z.output<typeof eInvoiceSchema>;

/** What the portals know of a document. */
export const filingsSchema = z.object({
  e_invoice: eInvoiceSchema.nullable(),
  transport: transportSchema.nullable(),
});

export type Filings = z.output<typeof filingsSchema>;

export const cancellationSchema = z.strictObject({
  reason: z
    .string({ error: 'Please enter the reason for cancelling the IRN' })
    .trim()
    .min(1, { error: 'Please enter the reason for cancelling the IRN' })
    .max(100, { error: 'The reason cannot exceed 100 characters' }),
  cancelled_at: z.iso
    .datetime({ offset: true, error: 'The time must look like 2026-11-21T10:15:00Z' })
    .optional(),
});

export type Cancellation = z.output<typeof cancellationSchema>;

/** A list or an object, however the portal wraps it. */
export const signedResponseSchema = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .describe('The signed response, unchanged');
