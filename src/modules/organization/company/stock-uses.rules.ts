/** The parts of stock and buying that screens show from their first use on (docs/product/stock.md#in-use). */
export const stockUses = [
  'locations',
  'lots',
  'counts',
  'vendors',
  'purchase_orders',
  'goods_receipts',
  'bills',
  'vendor_payments',
  'planning',
] as const;
export type StockUse = (typeof stockUses)[number];
