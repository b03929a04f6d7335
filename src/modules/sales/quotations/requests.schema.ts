import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import {
  sentAmounts,
  sentDiscount,
  sentDocumentTax,
} from '~/modules/sales/documents/documents.fields';
import { anyId, sentLines } from '~/modules/sales/documents/lines/requests.schema';
import { quotationFields, quotationHeader, quotationItemFields } from './quotations.fields';

const option = sentFields(quotationItemFields, ['is_option']);

const formShape = {
  customer_id: anyId('Please select a customer or a lead'),
  lead_id: anyId('Please select a customer or a lead'),
  ...sentLines('A quotation', { items: option, services: option }),
  ...sentFields(quotationFields, [...quotationHeader, 'is_template']),
  ...sentDiscount,
  ...sentAmounts,
  ...sentDocumentTax,
};

/** Validates the form of a new quotation, which is always a draft (docs/product/quotations.md#status). */
export const newQuotationSchema = z.strictObject({
  ...formShape,
  status: z.literal('draft', { error: 'A new quotation is a draft' }).optional(),
});

/** Validates a change of a quotation: any subset of the form. */
export const quotationPatchSchema = z.strictObject({ ...formShape, updated_at: seenSchema });

export const quotationStatusSchema = z.strictObject({
  status: fieldSchema(quotationFields.status),
  reason: fieldSchema(quotationFields.decline_reason).optional(),
  purchase_order: fieldSchema(quotationFields.purchase_order).optional(),
  updated_at: seenSchema,
});

export const quotationOrderSchema = z
  .strictObject({
    force: z
      .boolean({ error: 'force must be true or false' })
      .optional()
      .describe('Also of a sent quotation that is not accepted yet'),
  })
  .nullish();

/** Characters that turn the direction of what follows them, in mails and lists that staff read. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const withoutMarks = (text: string) => text.replaceAll(directionMarks, '').trim();

const name = fieldSchema(
  field.text({
    label: 'Name',
    required: true,
    max: 120,
    normalize: withoutMarks,
    format: (text) => withoutMarks(text) !== '',
    messages: {
      required: 'Please enter your name',
      format: 'Please enter your name',
      max: 'The name cannot exceed 120 characters',
    },
  }),
);

export const acceptanceSchema = z.strictObject({
  name,
  purchase_order: fieldSchema(quotationFields.purchase_order).optional(),
  options: z
    .array(z.int({ error: 'An option is the position of a line' }), {
      error: 'The options must be a list',
    })
    .max(2000, { error: 'There are not so many options' })
    .optional()
    .describe('The positions of the options that are taken'),
});

export const refusalSchema = z.strictObject({
  name,
  reason: fieldSchema(quotationFields.decline_reason).optional(),
});

export type NewQuotation = z.output<typeof newQuotationSchema>;
export type QuotationPatch = z.output<typeof quotationPatchSchema>;
export type QuotationDecision = z.output<typeof quotationStatusSchema>;
