/** How the lines of an order are written, for documents that have the same (docs/product/orders.md#lines). */
export {
  insertLines,
  itemsOf,
  type LineTable,
  lockReferences,
  type Named,
  type NewLine,
  saveLines,
  servicesOf,
} from './lines.queries';
export { nameLines, refuseUnusable, refuseWrongAmounts } from './references.steps';
export { refuseFinerLines } from './stock.steps';
export { type SaidTaxes, type TaxedBefore, taxLines } from './taxing.steps';
export { addOrder, idsOf } from './orders.steps';
