import { formatMoney } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { quantityText } from '~/modules/sales/documents/print/single-documents.print';
import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import {
  type DocumentParty,
  noPrintedTexts,
  type PrintedDocument,
  type PrintedOwn,
  type TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { grossOf, sumOf, taxableValue } from '~/modules/sales/documents/lines/totals.rules';
import { storedQuotationLines, type StoredQuotationLine } from './lines.rules';
import type { QuotationWithLines } from './quotations.fields';

/** Who prints a quotation and for whom, as they are now. */
export interface QuotationParties {
  seller: DocumentParty;
  buyer: DocumentParty;
  /** A data URL. */
  logo: string | null;
  /** Its own fields that are printed. */
  own: readonly PrintedOwn[];
}

/** A quotation on paper (docs/product/quotations.md#document): options in a separate list, no internal notes. */
export function quotationPrint(
  quotation: QuotationWithLines,
  { logo, ...parties }: QuotationParties,
): PrintDocument {
  return taxPrintDocument(documentOf(quotation, parties), { account: null, logo });
}

function documentOf(
  quotation: QuotationWithLines,
  parties: Omit<QuotationParties, 'logo'>,
): PrintedDocument {
  const lines = storedQuotationLines(quotation);
  const { discount_percent: percent, discount_amount: amount } = quotation;
  return {
    ...noPrintedTexts,
    ...quotation,
    ...parties,
    kind: 'quotation',
    number: quotation.quotation_number,
    date: quotation.quotation_date,
    due_date: quotation.valid_until,
    supply_type: quotation.supply_type ?? 'b2c',
    lut_number: null,
    delivery: null,
    lines: lines.filter(({ is_option }) => !is_option).map(printedLine),
    options: lines.filter(({ is_option }) => is_option).map(optionText),
    discount: amount > 0 ? { percent, amount } : null,
    original: null,
    reason: null,
    notes: null,
  };
}

function printedLine(line: StoredQuotationLine): TaxDocumentLine {
  const { discount_share: share, discount_amount } = line;
  return {
    ...line,
    isService: line.service_id !== null,
    uqc: null,
    gross_amount: grossOf(line),
    discount_percent: share === 0 ? line.discount_percent : null,
    discount_amount: sumOf([discount_amount, share]),
    document_discount: share,
    taxable_value: taxableValue(line),
  };
}

/** An option in a sentence: what, how much of it, and its price before tax. */
function optionText({ description, quantity, unit, line_total }: StoredQuotationLine): string {
  const amount = [quantityText(quantity), unit].filter(Boolean).join(' ');
  return `${description}: ${amount}, ${formatMoney(line_total, 'INR')} before tax`;
}
