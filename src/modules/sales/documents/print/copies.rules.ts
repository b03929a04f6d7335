import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import type { TaxDocument } from './tax-documents.fields';

/** The copies of a tax invoice besides the original (docs/product/tax.md#printed-documents). */
export const furtherCopies = ['duplicate', 'triplicate'] as const;

export type FurtherCopy = (typeof furtherCopies)[number];

/** What a copy is marked with: of services alone nothing is transported, so that the second one is the supplier's. */
export function copyMark({ lines }: Pick<TaxDocument, 'lines'>, copy: FurtherCopy): string {
  if (copy === 'triplicate') return 'TRIPLICATE FOR SUPPLIER';
  return lines.every(isOfServices) ? 'DUPLICATE FOR SUPPLIER' : 'DUPLICATE FOR TRANSPORTER';
}
