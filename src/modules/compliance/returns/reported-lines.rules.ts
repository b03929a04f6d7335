import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { taxParts, type TaxParts } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { countedQuantity } from '~/modules/sales/documents/taxes/hsn-summary.rules';
import type {
  TaxDocument,
  TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import { isBetweenStates, isExport, isToSez } from '~/modules/catalogue/tax/supply.rules';
import type { DocumentRow, DocumentTable, Sums } from './gstr1.fields';

/** A document as returns read it. */
export type ReturnDocument = TaxDocument & {
  /** Of a note: what its invoice comes to, in rupees. */
  original_total?: number | null;
};

export type NilTreatment = 'nil_rated' | 'exempt' | 'non_gst';

export interface ReportedLine extends Sums {
  hsn_code: string | null;
  uqc: string | null;
  quantity: number;
  /** In percent; 0 where no tax is due. */
  rate: number;
  /** Set for what is reported in table 8 alone. */
  nil: NilTreatment | null;
}

/** A document as tables take it in: its place among them and its lines, negative for a credit note. */
export interface Reported {
  table: DocumentTable | 'b2cs';
  section: DocumentRow['section'];
  isBetweenStates: boolean;
  isRegistered: boolean;
  sign: 1 | -1;
  lines: ReportedLine[];
}

export const noSums: Sums = { taxable_value: 0, igst_amount: 0, cgst_amount: 0, sgst_amount: 0 };

/** The exact sum of two, in rupees. */
export function plus(one: Sums, other: Sums): Sums {
  const sum = (name: keyof Sums) => fromPaise(toPaise(one[name]) + toPaise(other[name]));
  return {
    taxable_value: sum('taxable_value'),
    igst_amount: sum('igst_amount'),
    cgst_amount: sum('cgst_amount'),
    sgst_amount: sum('sgst_amount'),
  };
}

export function taxOf({ igst_amount, cgst_amount, sgst_amount }: TaxParts): number {
  return fromPaise(toPaise(igst_amount) + toPaise(cgst_amount) + toPaise(sgst_amount));
}

/** The table of a document in the GSTR-1, and its values there (docs/product/returns.md#tables). */
export function reportedOf(doc: ReturnDocument): Reported {
  const isBetween = isBetweenStates(doc, doc.seller.state_code);
  const sign = signOf(doc);
  return {
    table: tableOf(doc, isBetween),
    section: sectionOf(doc),
    isBetweenStates: isBetween,
    isRegistered: doc.supply_type !== 'b2c' && !isExport(doc.supply_type),
    sign,
    lines: doc.lines.map((line) => reportedLine(doc, line, { isBetween, sign })),
  };
}

export function signOf({ kind }: Pick<TaxDocument, 'kind'>): 1 | -1 {
  return kind === 'credit_note' ? -1 : 1;
}

/** An amount as it counts: never a negative zero. */
export function signed(sign: 1 | -1, amount: number): number {
  return amount === 0 ? 0 : sign * amount;
}

function tableOf(doc: ReturnDocument, isBetween: boolean): DocumentTable | 'b2cs' {
  const { kind, supply_type, original } = doc;
  const isNote = kind !== 'invoice';
  if (supply_type !== 'b2c') {
    if (isExport(supply_type)) return isNote ? 'cdnur' : 'exp';
    return isNote ? 'cdnr' : 'b2b';
  }
  const value = isNote ? (doc.original_total ?? 0) : doc.total_amount;
  const isLarge = isBetween && value > largeFrom(original?.date ?? doc.date);
  if (!isLarge) return 'b2cs';
  return isNote ? 'cdnur' : 'b2cl';
}

/** What a single invoice to an unregistered buyer of another state is above, in rupees; it was lowered once. */
function largeFrom(day: string): number {
  return day < '2024-08-01' ? 250_000 : 100_000;
}

function sectionOf({ kind, supply_type, reverse_charge }: ReturnDocument): DocumentRow['section'] {
  if (kind !== 'invoice') return '9B';
  if (supply_type === 'b2c') return '5';
  if (isExport(supply_type)) return '6A';
  if (isToSez(supply_type)) return '6B';
  if (supply_type === 'deemed') return '6C';
  return reverse_charge ? '4B' : '4A';
}

function reportedLine(
  doc: ReturnDocument,
  line: TaxDocumentLine,
  { isBetween, sign }: { isBetween: boolean; sign: 1 | -1 },
): ReportedLine {
  const { supply_type, reverse_charge } = doc;
  const isService = isOfServices(line);
  const isWithout = supply_type === 'sez_without' || supply_type === 'export_without';
  // By reverse charge the buyer owes the tax: it is reported, though not collected.
  const taxes =
    reverse_charge && !isWithout
      ? taxParts(line.taxable_value, line.tax_rate, isBetween ? 'between' : 'within')
      : line;
  return {
    hsn_code: line.hsn_code,
    uqc: isService ? 'NA' : line.uqc,
    quantity: isService ? 0 : signed(sign, countedQuantity(line)),
    rate: isWithout ? 0 : (line.tax_rate ?? 0),
    nil: isExport(supply_type) || isToSez(supply_type) ? null : nilOf(line),
    taxable_value: signed(sign, line.taxable_value),
    igst_amount: signed(sign, taxes.igst_amount),
    cgst_amount: signed(sign, taxes.cgst_amount),
    sgst_amount: signed(sign, taxes.sgst_amount),
  };
}

function nilOf({ tax_treatment: each }: TaxDocumentLine): NilTreatment | null {
  return each === 'nil_rated' || each === 'exempt' || each === 'non_gst' ? each : null;
}
