import { toPaise } from '~/kit/shared/money/money';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import { isExport } from '~/modules/catalogue/tax/supply.rules';
import type { ReturnWarning } from './gstr1.fields';
import type { ReturnDocument } from './reported-lines.rules';

/** The warning of a document that cannot be read. */
export const skippedMessage =
  'Its stored document is damaged, so the tables and files do not include it';

/** Whether documents are missing from a month's tables and files. */
export function isIncomplete(warnings: readonly Pick<ReturnWarning, 'message'>[]): boolean {
  return warnings.some(({ message }) => message === skippedMessage);
}

/** What the portal would refuse or a person should know of a document (docs/product/returns.md#warnings). */
export function warningsOf(doc: ReturnDocument, gstin: string | null): ReturnWarning[] {
  if (doc.status === 'cancelled') return [];
  if (doc.tax_mode === 'single') {
    return warned(doc, [[true, 'It has a single tax rate, so it is missing from all tables']]);
  }
  const { supply_type, seller, buyer, lines, place_of_supply } = doc;
  const isNamed = supply_type !== 'b2c' && !isExport(supply_type);
  const isOther = gstin !== null && seller.gstin !== null && seller.gstin !== gstin;
  return warned(doc, [
    [isNamed && !buyer.gstin, 'The buyer has no GSTIN, so the portal refuses it'],
    [isOther, `It was issued under another GSTIN: ${seller.gstin ?? ''}`],
    [place_of_supply === null, 'It has no place of supply'],
    [lines.some(({ hsn_code }) => hsn_code === null), 'A line has no HSN or SAC code'],
    [lines.some(isWithoutUnit), 'The unit of a line has no code for GST files'],
    [isWithoutBill(doc), 'It has no shipping bill, which a tax refund requires'],
    [!isAddedUp(doc), 'Its lines do not add up to its totals'],
  ]);
}

function isWithoutBill({ kind, supply_type, lines, shipping_bill }: ReturnDocument): boolean {
  const isOfGoods = !lines.every(isOfServices);
  return kind === 'invoice' && isExport(supply_type) && isOfGoods && !shipping_bill;
}

function isWithoutUnit(line: ReturnDocument['lines'][number]): boolean {
  return !isOfServices(line) && line.uqc === null;
}

function isAddedUp({ lines, subtotal, tax_amount }: ReturnDocument): boolean {
  const taxable = sumOf(lines.map(({ taxable_value }) => taxable_value));
  const taxes = lines.map((line) => sumOf([line.cgst_amount, line.sgst_amount, line.igst_amount]));
  return toPaise(taxable) === toPaise(subtotal) && toPaise(sumOf(taxes)) === toPaise(tax_amount);
}

function warned(
  { kind, id, number }: ReturnDocument,
  all: readonly (readonly [isSo: boolean, message: string])[],
): ReturnWarning[] {
  return all.filter(([isSo]) => isSo).map(([, message]) => ({ kind, id, number, message }));
}
