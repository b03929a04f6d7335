import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { maxId } from '~/kit/shared/fields/fields';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { maxStock } from '../catalogue/products.fields';

export const lotStatuses = [
  { value: 'in_stock', label: 'In Stock', color: 'green' },
  { value: 'used_up', label: 'Used Up', color: 'gray' },
  { value: 'expired', label: 'Expired', color: 'red' },
] as const;

const number = { label: 'Lot Number', max: 100 } as const;

/** The fields of a lot or serial number (docs/product/lots.md#fields), in the order of the list's columns. */
export const lotFields = {
  id: field.id,
  lot_number: field.readOnly(field.text({ ...number, required: true, sortable: true })),
  product_id: field.readOnly(field.link({ label: 'Product', to: 'products', required: true })),
  product_name: field.derived(
    field.text({ label: 'Product', required: true, max: 255, sortable: true }),
  ),
  sku_code: field.derived(field.text({ label: 'SKU Code', required: true, max: 100 })),
  quantity: field.derived(
    field.quantity({ label: 'Quantity', required: true, max: maxStock, sortable: true }),
  ),
  unit: field.derived(field.text({ label: 'Unit', required: true, max: 30 })),
  status: field.derived(
    field.choice({ label: 'Status', choices: lotStatuses, required: true, sortable: true }),
  ),
  made_on: field.day({ label: 'Made On', sortable: true }),
  expires_on: field.day({ label: 'Expires On', sortable: true }),
  /** Of goods that a receipt brought. */
  vendor_id: field.readOnly(field.link({ label: 'Vendor', to: 'vendors' })),
  vendor_lot: field.text({ label: 'Vendor Lot', max: 100 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated', sortable: true }),
};

/** A lot as every call answers it, with the locations where its goods lie. */
export const lotSchema = rowSchema(lotFields).and(
  z.object({
    locations: z.array(z.object({ location_id: z.int(), name: z.string(), quantity: z.number() })),
  }),
);
export type Lot = z.output<typeof lotSchema>;
export type LotPatch = field.PatchOf<typeof lotFields>;

const lotNumber = field.text(number);

/** A lot on a line: by its id, or by its number, which may be a range of serial numbers (docs/product/lots.md#ranges). */
export const sentLotSchema = z.strictObject({
  lot_id: z.int().min(1).max(maxId).optional(),
  lot_number: z
    .string({ error: 'The lot number must be a text' })
    .trim()
    .min(1, { error: 'A lot number is required' })
    .max(100, { error: 'Lot Number cannot exceed 100 characters' })
    .refine((text) => lotNumber.isPlain?.(text) ?? true, {
      error: 'Lot Number has characters that are not allowed',
    })
    .optional(),
  quantity: z
    .number({ error: 'Quantity must be a number' })
    .positive({ error: 'Quantity must be greater than 0' })
    .max(maxStock, { error: 'Quantity is too large' })
    .optional(),
});
export type SentLot = z.output<typeof sentLotSchema>;

export const mostSerials = 1000;

/** The lots of a line, as documents take them. */
export const sentLotsSchema = z
  .array(sentLotSchema, { error: 'The lots must be a list' })
  .max(mostSerials, { error: 'A line can have at most 1,000 lots' });

/** The lots of a line, as documents answer them. */
export const lineLotsSchema = z
  .array(z.object({ lot_id: z.int(), lot_number: z.string(), quantity: z.number() }))
  .nullable();
export type LineLots = z.output<typeof lineLotsSchema>;

/** A sheet of labels takes at most so many. */
export const mostLabels = 500;
