import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { sentLotsSchema } from '~/modules/catalogue/products/lots/lots.fields';
import { beforeCountSchema } from '~/modules/catalogue/products/stock/movements.fields';
import { mostItems, transferFields, transferHeader, transferItemFields } from './transfers.fields';

const idOf = (error: string) => z.int({ error }).min(1, { error }).max(maxId, { error });

const readBack = z
  .unknown()
  .optional()
  .describe('Accepted because responses contain it, and ignored');

const itemBody = z.strictObject({
  id: readBack,
  product_id: idOf('Please select a product'),
  product_name: readBack,
  sku_code: readBack,
  description: readBack,
  quantity: fieldSchema(transferItemFields.quantity),
  unit: readBack,
  lots: sentLotsSchema.nullish(),
});

const itemsBody = z
  .array(itemBody, { error: 'The items must be a list' })
  .min(1, { error: 'Please add at least one item' })
  .max(mostItems, { error: 'A transfer can have at most 1,000 items' });

const header = sentFields(transferFields, [...transferHeader]);

/** Validates a new transfer, which may be done at once; without a date it has that of today. */
export const newTransferSchema = z.strictObject({
  ...header,
  from_id: idOf('Please select the location that the goods leave'),
  to_id: idOf('Please select the location that the goods go to'),
  status: z.enum(['draft', 'done'], { error: 'A new transfer is draft or done' }).optional(),
  before_count: beforeCountSchema,
  items: itemsBody,
});

/** Validates a change of a transfer: any subset of the form. */
export const transferPatchSchema = z.strictObject({
  ...header,
  items: itemsBody.optional(),
  updated_at: seenSchema,
});

export const transferStatusSchema = z.strictObject({
  status: fieldSchema(transferFields.status),
  before_count: beforeCountSchema,
  updated_at: seenSchema,
});

export type NewTransfer = z.output<typeof newTransferSchema>;
export type StatusChange = z.output<typeof transferStatusSchema>;
export type TransferPatch = z.output<typeof transferPatchSchema>;
export type SentItem = z.output<typeof itemBody>;
