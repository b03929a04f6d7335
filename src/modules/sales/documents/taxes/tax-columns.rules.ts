import type { ReportColumn } from '~/kit/shared/reports/reports';
import { isUnionTerritory } from '~/modules/organization/company/states.rules';
import { isExport, isToSez } from '~/modules/catalogue/tax/supply.rules';
import type { TaxParts } from './gst-amounts.rules';
import type { GoodsDocument } from '../print/tax-documents.fields';

export interface TaxColumn {
  label: string;
  part: keyof TaxParts;
  /** Which part of a line's rate it is. */
  share: number;
}

/** The columns of a report that adds up taxes. */
export const taxColumns: readonly ReportColumn[] = [
  { key: 'taxable', label: 'Taxable Value', kind: 'money' },
  { key: 'cgst', label: 'CGST', kind: 'money' },
  { key: 'sgst', label: 'SGST', kind: 'money' },
  { key: 'igst', label: 'IGST', kind: 'money' },
  { key: 'tax', label: 'Total Tax', kind: 'money' },
];

export const taxKeys = taxColumns.map(({ key }) => key);

/** The taxes that a document has: none, IGST, or CGST and SGST (docs/product/tax.md#split-of-the-tax). */
export function printedTaxes({
  cgst_amount,
  igst_amount,
  place_of_supply,
}: Pick<GoodsDocument, 'cgst_amount' | 'igst_amount' | 'place_of_supply'>): TaxColumn[] {
  if (igst_amount !== 0) return [{ label: 'IGST', part: 'igst_amount', share: 1 }];
  if (cgst_amount === 0) return [];
  const isUnion = place_of_supply !== null && isUnionTerritory(place_of_supply);
  return [
    { label: 'CGST', part: 'cgst_amount', share: 0.5 },
    { label: isUnion ? 'UTGST' : 'SGST', part: 'sgst_amount', share: 0.5 },
  ];
}

/** A supply without any taxable line is billed by a bill of supply, and so is all that a composition dealer sells. */
export function isBillOfSupply({ supply_type, seller, lines }: GoodsDocument): boolean {
  if (seller.gst_category === 'composition') return true;
  const isTaxed = lines.some(
    ({ tax_treatment }) =>
      tax_treatment === null || tax_treatment === 'taxable' || tax_treatment === 'zero_rated',
  );
  return !isTaxed && lines.length > 0 && !isExport(supply_type) && !isToSez(supply_type);
}
