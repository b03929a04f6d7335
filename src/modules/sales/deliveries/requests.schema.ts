import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { sentLotsSchema } from '~/modules/catalogue/products/lots/lots.fields';
import { mostLines, readBack } from '~/modules/sales/documents/documents.fields';
import { deliveryFields, deliveryHeader, deliveryItemFields } from './deliveries.fields';

const noOrder = 'Please select an order';
const noLine = 'Please select a line of the order';

const itemBody = z.strictObject({
  id: readBack,
  order_line_id: z.int({ error: noLine }).min(1, { error: noLine }).max(maxId, { error: noLine }),
  product_id: readBack,
  sku_code: readBack,
  description: readBack,
  quantity: fieldSchema(deliveryItemFields.quantity),
  unit: readBack,
  lots: sentLotsSchema.nullish(),
});

const shared = {
  ...sentFields(deliveryFields, [...deliveryHeader]),
  items: z
    .array(itemBody, { error: 'The items must be a list' })
    .min(1, { error: 'Please add at least one item' })
    .max(mostLines, { error: 'A delivery can have at most 1,000 items' })
    .optional(),
};

/** Validates a new delivery; without items it has all open quantities of its order. */
export const newDeliverySchema = z.strictObject({
  order_id: z.int({ error: noOrder }).min(1, { error: noOrder }).max(maxId, { error: noOrder }),
  status: z
    .enum(['draft', 'dispatched'], { error: 'A new delivery is draft or dispatched' })
    .optional(),
  ...shared,
});

/** Validates a change of a delivery: any subset of the form. */
export const deliveryPatchSchema = z.strictObject({ ...shared, updated_at: seenSchema });

export const deliveryStatusSchema = z.strictObject({
  status: fieldSchema(deliveryFields.status),
  updated_at: seenSchema,
});

export type NewDelivery = z.output<typeof newDeliverySchema>;
export type DeliveryPatch = z.output<typeof deliveryPatchSchema>;
export type SentItem = z.output<typeof itemBody>;
