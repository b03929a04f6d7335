import { z } from 'zod';
import { maxId } from '~/kit/shared/fields/fields';
import { maxQuantity } from '~/modules/sales/documents/documents.fields';

const quantity = z.number().describe('In the unit of the product');

const reasonSchema = z.object({
  type: z.string().describe('order, purchase_order or product (its reorder level)'),
  id: z.int().nullable().describe('Null for records that the reader may not see'),
  label: z.string(),
  quantity: quantity.describe('Below 0 what is needed, above it what comes'),
  date: z.iso.date().nullable(),
  is_late: z.boolean(),
});

const suggestionSchema = z.object({
  action: z.enum(['buy', 'make', 'none']),
  quantity: z.number().describe('In the unit of the vendor'),
  stock_quantity: quantity,
  vendor_id: z.int().nullable(),
  vendor_name: z.string().nullable(),
  unit: z.string().nullable(),
  price: z.number().nullable(),
  needed_by: z.iso.date().nullable(),
});

export const planningRowSchema = z.object({
  product_id: z.int(),
  product_name: z.string(),
  sku_code: z.string(),
  unit_of_measure: z.string(),
  cost_price: z.number().nullable(),
  on_hand: quantity,
  held: quantity,
  reserved: quantity,
  required: quantity.describe('Of productions that are not released'),
  on_order: quantity,
  in_production: quantity,
  projected: quantity,
  reorder_level: quantity,
  suggestion: suggestionSchema,
  vendors: z.array(
    z.object({
      vendor_id: z.int(),
      vendor_name: z.string(),
      unit: z.string(),
      price: z.number().nullable(),
      quantity: z.number().describe('What one buys from it'),
    }),
  ),
  why: z.array(reasonSchema),
});

export const planningSchema = z.object({ rows: z.array(planningRowSchema) });

export type PlanningRow = z.output<typeof planningRowSchema>;
export type Suggestion = z.output<typeof suggestionSchema>;

interface Reason {
  type: string;
  id: number | null;
  label: string;
  /** In the product's unit, above 0. */
  quantity: number;
  date: string | null;
}

export type Need = Reason;
export type Supply = Reason;

/** What a vendor sells a product for (docs/product/vendors.md#terms). */
export interface Terms {
  vendor_id: number;
  vendor_name: string;
  unit: string;
  unit_decimals: number;
  factor: number;
  price: number | null;
  min_quantity: number | null;
  multiple: number | null;
  is_preferred: boolean;
}

export interface PlannedProduct
  extends Pick<
    PlanningRow,
    | 'product_id'
    | 'product_name'
    | 'sku_code'
    | 'unit_of_measure'
    | 'cost_price'
    | 'on_hand'
    | 'held'
    | 'reserved'
    | 'reorder_level'
  > {
  unit_decimals: number;
  needs: readonly Need[];
  supplies: readonly Supply[];
  terms: readonly Terms[];
}

/** How many products are planned by one call at most. */
const mostItems = 5000;

const id = (noun: string) =>
  z
    .int({ error: `${noun} must be the id of an existing record` })
    .min(1)
    .max(maxId);

export const plannedOrdersSchema = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          product_id: id('Product'),
          quantity: z
            .number({ error: 'Quantity must be a number' })
            .positive({ error: 'Quantity must be greater than 0' })
            .max(maxQuantity, { error: 'Quantity cannot exceed 999,999,999' })
            .optional()
            .describe('In the unit of the vendor; what is suggested without it'),
          vendor_id: id('Vendor').optional(),
        }),
        { error: 'The items must be a list' },
      )
      .max(mostItems, { error: 'At most 5,000 products can be ordered at once' })
      .superRefine((items, context) => {
        const before = new Set<number>();
        for (const [index, { product_id }] of items.entries()) {
          if (before.has(product_id))
            context.addIssue({
              code: 'custom',
              path: [index, 'product_id'],
              message: `Item ${index + 1}: the product is in the list already`,
            });
          before.add(product_id);
        }
      })
      .optional()
      .describe('Without it all rows to buy'),
  })
  .nullish();

export type PlannedOrders = NonNullable<z.output<typeof plannedOrdersSchema>>;
export type PlannedItem = NonNullable<PlannedOrders['items']>[number];

export const plannedResultSchema = z.object({
  purchase_orders: z.array(
    z.object({
      id: z.int(),
      purchase_number: z.string(),
      vendor_id: z.int(),
      vendor_name: z.string(),
      item_count: z.int(),
      total_amount: z.number(),
    }),
  ),
  left_out: z.array(z.object({ product_id: z.int(), reason: z.string() })),
});

export type PlannedResult = z.output<typeof plannedResultSchema>;
