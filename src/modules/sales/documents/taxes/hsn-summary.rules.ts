import { sumOf } from '../lines/totals.rules';
import type { TaxDocument, TaxDocumentLine } from '../print/tax-documents.fields';

/** What a document's lines of one HSN code, unit and rate come to, in rupees. */
export interface HsnSum
  extends Pick<
    TaxDocumentLine,
    | 'hsn_code'
    | 'uqc'
    | 'tax_rate'
    | 'taxable_value'
    | 'cgst_amount'
    | 'sgst_amount'
    | 'igst_amount'
  > {
  /** Three decimals at most; services are counted in none. */
  quantity: number;
}

/** The quantity that returns and portals count of a line (docs/product/credit-notes.md#quantities). */
export function countedQuantity({
  quantity,
  counted_quantity = quantity,
}: Pick<TaxDocumentLine, 'quantity' | 'counted_quantity'>): number {
  return counted_quantity;
}

/** The HSN summary of a document (docs/product/tax.md#hsn-and-sac), in the order in which the codes appear. */
export function hsnSummary({ lines }: Pick<TaxDocument, 'lines'>): HsnSum[] {
  const keyOf = ({ hsn_code, uqc, tax_rate }: TaxDocumentLine) =>
    JSON.stringify([hsn_code, uqc, tax_rate]);
  const groups = new Map<string, [TaxDocumentLine, ...TaxDocumentLine[]]>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group) group.push(line);
    else groups.set(keyOf(line), [line]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    const sum = (name: 'taxable_value' | 'cgst_amount' | 'sgst_amount' | 'igst_amount') =>
      sumOf(group.map((line) => line[name]));
    const thousandths = group.reduce(
      (all, line) => all + Math.round(countedQuantity(line) * 1000),
      0,
    );
    return {
      hsn_code: first.hsn_code,
      uqc: first.uqc,
      tax_rate: first.tax_rate,
      quantity: thousandths / 1000,
      taxable_value: sum('taxable_value'),
      cgst_amount: sum('cgst_amount'),
      sgst_amount: sum('sgst_amount'),
      igst_amount: sum('igst_amount'),
    };
  });
}
