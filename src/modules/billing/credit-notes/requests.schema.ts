import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { mostLines, readBack } from '~/modules/sales/documents/documents.fields';
import { noteFields, noteHeader, noteLineFields } from './credit-notes.fields';

const noInvoice = 'Please select an invoice';
const noItems = 'Please choose at least one item';
const noLine = 'Please choose a line of the invoice';

const item = z.strictObject({
  invoice_line_id: z.int({ error: noLine }).min(1, { error: noLine }).max(maxId, { error: noLine }),
  quantity: fieldSchema(noteLineFields.quantity),
  unit_price: fieldSchema(noteLineFields.unit_price)
    .nullable()
    .optional()
    .describe('The amount for each unit; without it the price of the invoice'),
  id: readBack,
  description: readBack,
  discount_amount: readBack,
  line_total: readBack,
  taxable_value: readBack,
  hsn_code: readBack,
  unit: readBack,
  tax_treatment: readBack,
  tax_rate: readBack,
  cgst_amount: readBack,
  sgst_amount: readBack,
  igst_amount: readBack,
});

const invoice = z
  .int({ error: noInvoice })
  .min(1, { error: noInvoice })
  .max(maxId, { error: noInvoice });

const items = z
  .array(item, { error: noItems })
  .min(1, { error: noItems })
  .max(mostLines, { error: 'A note can have at most 1,000 items' });

const { reason, ...shared } = sentFields(noteFields, noteHeader);

/** Validates the form of a new note (docs/product/credit-notes.md#calls). */
export const newNoteSchema = z.strictObject({
  invoice_id: invoice,
  reason: fieldSchema(noteFields.reason),
  items,
  ...shared,
  status: z.enum(['draft', 'issued'], { error: 'A new note is a draft or issued' }).optional(),
});

/** Validates a change of a draft: any subset of the form; it stays with its invoice. */
export const notePatchSchema = z.strictObject({
  reason,
  items: items.optional(),
  ...shared,
  updated_at: seenSchema,
});

export const noteStatusSchema = z.strictObject({
  status: fieldSchema(noteFields.status),
  updated_at: seenSchema,
});

export const correctionSchema = newNoteSchema.pick({ reason: true });

export type NewNote = z.output<typeof newNoteSchema>;
export type NoteChange = z.output<typeof notePatchSchema>;
export type SentItem = Pick<
  NewNote['items'][number],
  'invoice_line_id' | 'quantity' | 'unit_price'
>;
