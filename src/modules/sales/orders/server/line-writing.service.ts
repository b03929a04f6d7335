/** How the lines of an order are written, for documents that have the same (docs/product/orders.md#lines). */
export {
  insertLines,
  itemsOf,
  type LineTable,
  lockReferences,
  type Named,
  saveLines,
  servicesOf,
} from './lines.queries';
export { nameLines, refuseUnusable, refuseWrongAmounts } from './references.internal';
export { refuseFinerLines } from './stock.internal';
export { type SentTaxes, taxLines } from './taxing.internal';

/** The products and services of lines. */
export function idsOf(lines: readonly { product_id: number | null; service_id: number | null }[]) {
  const present = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    productIds: present(lines.map((line) => line.product_id)),
    serviceIds: present(lines.map((line) => line.service_id)),
  };
}
