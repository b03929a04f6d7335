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
export { nameLines, refuseUnusable, refuseWrongAmounts } from './references.steps';
export { refuseFinerLines } from './stock.steps';
export { type SaidTaxes, taxLines } from './taxing.steps';

/** The products and services of lines. */
export function idsOf(lines: readonly { product_id: number | null; service_id: number | null }[]) {
  const known = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    productIds: known(lines.map((line) => line.product_id)),
    serviceIds: known(lines.map((line) => line.service_id)),
  };
}
