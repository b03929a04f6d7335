import { isUnionTerritory } from '~/modules/company/states.rules';
import type { TaxParts } from './gst-amounts.rules';
import type { TaxDocument } from './tax-documents.fields';

export interface TaxColumn {
  label: string;
  part: keyof TaxParts;
  /** Which part of a line's rate it is. */
  share: number;
}

/** The taxes that a document has: none, IGST, or CGST and SGST (docs/product/tax.md#split-of-the-tax). */
export function printedTaxes({
  cgst_amount,
  igst_amount,
  place_of_supply,
}: Pick<TaxDocument, 'cgst_amount' | 'igst_amount' | 'place_of_supply'>): TaxColumn[] {
  if (igst_amount !== 0) return [{ label: 'IGST', part: 'igst_amount', share: 1 }];
  if (cgst_amount === 0) return [];
  const isUnion = place_of_supply !== null && isUnionTerritory(place_of_supply);
  return [
    { label: 'CGST', part: 'cgst_amount', share: 0.5 },
    { label: isUnion ? 'UTGST' : 'SGST', part: 'sgst_amount', share: 0.5 },
  ];
}
