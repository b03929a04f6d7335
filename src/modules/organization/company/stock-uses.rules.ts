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

const ofBuying = stockUses.slice(stockUses.indexOf('vendors'));

const usesOfStock: Readonly<Record<string, StockUse>> = {
  transfers: 'locations',
  counts: 'counts',
  lots: 'lots',
};

/**
 * Whether screens that name all kinds of records name this one: a kind of stock once it is in use, those of buying from
 * the first use of one of them on.
 */
export function isKindShown(kind: string, uses: readonly StockUse[]): boolean {
  const needed = usesOfStock[kind];
  if (needed !== undefined) return uses.includes(needed);
  const isOfBuying = ofBuying.some((use) => use === kind);
  return !isOfBuying || uses.some((use) => ofBuying.includes(use));
}
