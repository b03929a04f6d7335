import { revaluedSchema } from '~/modules/catalogue/products/stock/revalued.fields';
import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import {
  createSchema,
  patchSchema,
  rowSchema,
  seenSchema,
} from '~/kit/shared/fields/record-schemas';
import { anyWorth, maxStock } from '~/modules/catalogue/products/catalogue/products.fields';

export const countStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'posted', label: 'Posted', color: 'green' },
] as const;

const worth = (label: string) => ({
  ...field.derived(field.money({ label, currency: 'INR', ...anyWorth, sortable: true })),
  column: 'numeric',
});

/** The fields of a stock count (docs/product/counts.md#fields), in the order of the list's columns. */
export const countFields = {
  id: field.id,
  count_number: field.readOnly(
    field.text({ label: 'Count Number', required: true, max: 50, sortable: true }),
  ),
  /** The default location where none is sent. */
  location_id: field.link({ label: 'Location', to: 'locations', required: true }),
  location_name: field.derived(
    field.text({ label: 'Location', required: true, max: 100, sortable: true }),
  ),
  /** Null for all products. */
  category_id: field.link({ label: 'Category', to: 'categories' }),
  category_name: field.derived(field.text({ label: 'Category', max: 100, sortable: true })),
  count_date: field.day({ label: 'Count Date', required: true, sortable: true }),
  status: field.readOnly(
    field.choice({ label: 'Status', choices: countStatuses, required: true, sortable: true }),
  ),
  is_blind: field.flag({ label: 'Blind', required: true }),
  line_count: field.derived(
    field.wholeNumber({ label: 'Lines', required: true, max: 1_000_000, sortable: true }),
  ),
  /** In rupees; null while the count hides it. */
  difference_value: worth('Difference'),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(
    field.text({ label: 'Created By', required: true, max: 120, sortable: true }),
  ),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated', sortable: true }),
};

const amount = (label: string) => field.quantity({ label, min: -2 * maxStock, max: 2 * maxStock });

/** A product, and of a tracked one a lot, that was counted (docs/product/counts.md#lines). */
export const countLineFields = {
  id: field.id,
  product_id: field.readOnly(field.link({ label: 'Product', to: 'products', required: true })),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  unit: field.derived(field.text({ label: 'Unit', required: true, max: 30 })),
  lot_id: field.readOnly(field.link({ label: 'Lot', to: 'lots' })),
  lot_number: field.derived(field.text({ label: 'Lot', max: 100 })),
  /** What should have been there; null while the count hides it, as the two below. */
  book_quantity: field.derived(amount('Book')),
  counted_quantity: field.quantity({ label: 'Counted', required: true, max: maxStock }),
  counted_at: field.instant({ label: 'Counted At' }),
  counted_by: field.readOnly(field.link({ label: 'Counted By', to: 'users' })),
  counted_by_name: field.readOnly(field.text({ label: 'Counted By', required: true, max: 120 })),
  difference: field.derived(amount('Difference')),
  value: worth('Value'),
  updated_at: field.instant({ label: 'Last Counted' }),
};

export type Count = field.RowOf<typeof countFields>;
export type CountPatch = field.PatchOf<typeof countFields>;
export type CountLine = field.RowOf<typeof countLineFields>;

/** A count with its lines, as `GET /counts/{id}` and the writing calls answer it. */
export type WholeCount = Count & { lines: CountLine[] };

export const countRow = rowSchema(countFields);
export const countLineSchema = rowSchema(countLineFields);
export const wholeCount: z.ZodType<WholeCount> = countRow
  .and(z.object({ lines: z.array(countLineSchema) }))
  .and(revaluedSchema);

export const newCountSchema: z.ZodType<CountPatch, unknown> = createSchema(countFields);
export const countPatchSchema = patchSchema(countFields);

/** How the quantity of a line is meant: one more was found, or so many in all. */
export const countModes = ['add', 'set'] as const;

const code = field.text({ label: 'Code', max: 100 });

export const scanSchema = z
  .strictObject({
    code: fieldSchema(code).optional(),
    product_id: fieldSchema(countLineFields.product_id).optional(),
    lot_id: fieldSchema(countLineFields.lot_id).optional(),
    lot_number: fieldSchema(field.text({ label: 'Lot Number', max: 100 })).optional(),
    quantity: fieldSchema(countLineFields.counted_quantity).optional(),
    mode: z.enum(countModes, { error: 'Mode must be add or set' }).optional(),
  })
  .refine(
    ({ code, product_id }) => (typeof code === 'string') !== (typeof product_id === 'number'),
    {
      path: ['code'],
      error: 'Send either a code or a product_id',
    },
  );
export type Scan = z.output<typeof scanSchema>;

/** The line after a scan, with the quantity before it: null where it was not counted yet. */
export const scannedLineSchema = z.intersection(
  countLineSchema,
  z.object({ quantity_before: z.number().nullable() }),
);
export type ScannedLine = CountLine & { quantity_before: number | null };

export const countStatusSchema = z.strictObject({
  status: z.literal('posted', { error: 'Status must be posted' }),
  uncounted: z.literal('zero', { error: 'Uncounted must be zero' }).optional(),
  before_count: z.literal('included', { error: 'Before Count must be included' }).optional(),
  updated_at: seenSchema,
});
export type Posting = z.output<typeof countStatusSchema>;
