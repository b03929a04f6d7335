/** How the lines of orders and quotations are written (docs/product/orders.md#lines). */
export { documentLines, type NewLine, withIds } from '~/kit/server/database/document-lines';
export {
  itemsAndServices,
  type LockedReferences,
  lockReferences,
  type Named,
  type NamedLine,
  nothingLocked,
  taxedLine,
} from './lines.queries';
export {
  changedLines,
  nameLines,
  refuseFinerLines,
  refuseUnusable,
  refuseWrongAmounts,
} from './references.internal';
export { type SentTaxes, type TaxedBefore, taxLines } from './taxing.internal';

/** The products and services of lines. */
export function idsOf(lines: readonly { product_id: number | null; service_id: number | null }[]) {
  const present = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    productIds: present(lines.map((line) => line.product_id)),
    serviceIds: present(lines.map((line) => line.service_id)),
  };
}
