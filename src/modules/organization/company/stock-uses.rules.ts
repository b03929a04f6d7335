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

const ofBuying: readonly string[] = stockUses.slice(stockUses.indexOf('vendors'));

/** Whether screens that name all kinds of records name this one: those of buying from the first use of one of them on. */
export function isKindShown(kind: string, uses: readonly StockUse[]): boolean {
  return !ofBuying.includes(kind) || uses.some((use) => ofBuying.includes(use));
}
