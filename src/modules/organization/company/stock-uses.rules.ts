/** The parts of stock that screens show from their first use on (docs/product/stock.md#in-use). */
export const stockUses = ['locations', 'lots', 'counts', 'vendor_payments'] as const;
export type StockUse = (typeof stockUses)[number];
