import { z } from 'zod';

/** Where goods of a product lie. */
export const levelSchema = z.object({
  location_id: z.int(),
  location_name: z.string(),
  lot_id: z.int().nullable(),
  lot_number: z.string().nullable(),
  expires_on: z.string().nullable(),
  quantity: z.number(),
});

/** The stock of a product (docs/product/stock.md#places); amounts in rupees. */
export const stockSchema = z.object({
  stock_quantity: z.number(),
  held_quantity: z.number(),
  reserved_quantity: z.number(),
  available: z.number(),
  average_cost: z.number().nullable(),
  stock_value: z.number(),
  levels: z.array(levelSchema),
});
export type ProductStock = z.output<typeof stockSchema>;

/** A record that carries a scanned code (docs/product/stock.md#scanning). */
export const scannedSchema = z.object({
  type: z.string(),
  id: z.int(),
  label: z.string(),
  product_id: z.int().nullable(),
  lot_id: z.int().nullable(),
});
export type Scanned = z.output<typeof scannedSchema>;
