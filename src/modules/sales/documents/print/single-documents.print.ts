import { fieldText } from '~/kit/shared/fields/field-text';
import type { FieldKind } from '~/kit/shared/fields/fields';
import { formatPrice, rupees } from '~/kit/shared/money/money';
import { rupeesInWords } from '~/kit/shared/money/amount-words';
import type { PrintDocument, PrintDetail, PrintTable } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { accountLines } from './accounts.print';
import { deliveryLines, issuerLines, receiverLines } from './parties.print';
import {
  printedNames,
  printedTexts,
  type PrintedDocument,
  type PrintedOwn,
  type TaxDocumentLine,
} from './tax-documents.fields';
import { discountSums } from '../taxes/tax-texts.rules';
import { sumOf } from '../lines/totals.rules';
import type { PrintExtras } from './print-extras.fields';

/** A document whose tax is one rate for all of it, without GST (docs/product/invoices.md#document). */
export function singleDocument(
  source: PrintedDocument,
  { account }: PrintExtras,
): Omit<PrintDocument, 'title' | 'mark' | 'day'> {
  const { number, date, lines, original, total_amount } = source;
  const { noun, heading } = nouns[source.kind];
  return {
    heading,
    issuer: issuerLines(source.seller),
    head: [
      { label: `${noun} Number`, value: number, strong: true },
      { label: `${noun} Date`, value: formatDay(date) },
      ...endDetails(source),
      ...(original ? [{ label: 'Invoice Number', value: original.number }] : []),
    ],
    parties: [
      { heading: partyHeading(source), lines: receiverLines(source.buyer) },
      ...(source.delivery ? [{ heading: 'Ship To', lines: deliveryLines(source.delivery) }] : []),
    ],
    cover: source.cover_text ?? null,
    ...(lines.length > 0 ? { table: linesTable(lines) } : {}),
    totals: [
      ...discountDetails(source),
      { label: 'Subtotal', value: rupees(source.subtotal) },
      { label: `Tax (${source.tax_rate}%)`, value: rupees(source.tax_amount) },
      ...roundOffDetails(source),
      { label: 'Total', value: rupees(total_amount), strong: true },
      ...(source.kind === 'invoice'
        ? [{ label: 'Balance Due', value: rupees(total_amount), strong: true }]
        : []),
    ],
    notes: [
      { heading: 'Amount in Words', text: rupeesInWords(total_amount) },
      ...(account ? [{ heading: 'Payment Details', text: accountLines(account).join('\n') }] : []),
      ...textsOf(source),
    ],
  };
}

export const nouns = {
  invoice: { noun: 'Invoice', heading: 'INVOICE' },
  credit_note: { noun: 'Credit Note', heading: 'CREDIT NOTE' },
  debit_note: { noun: 'Debit Note', heading: 'DEBIT NOTE' },
  quotation: { noun: 'Quotation', heading: 'QUOTATION' },
  purchase_order: { noun: 'Purchase Order', heading: 'PURCHASE ORDER' },
} as const;

const endLabels: Partial<Record<PrintedDocument['kind'], string>> = {
  quotation: 'Valid Until',
  purchase_order: 'Expected Date',
};

/** The day on which it is to be paid, until which it can be accepted, or on which goods are expected, and the revision. */
export function endDetails({ kind, due_date, revision = 1 }: PrintedDocument): PrintDetail[] {
  const first = kind === 'purchase_order' ? 0 : 1;
  return [
    ...(due_date === null
      ? []
      : [{ label: endLabels[kind] ?? 'Due Date', value: formatDay(due_date) }]),
    ...(revision > first ? [{ label: 'Revision', value: String(revision) }] : []),
  ];
}

export function partyHeading({ kind }: PrintedDocument): string {
  if (kind === 'purchase_order') return 'Vendor';
  return kind === 'quotation' ? 'Quotation For' : 'Bill To';
}

/** The discount on the whole document, above the subtotal. */
export function discountDetails({ subtotal, discount }: PrintedDocument): PrintDetail[] {
  if (!discount) return [];
  const { percent, amount } = discount;
  return discountSums({ subtotal, discount_percent: percent, discount_amount: amount }).map(
    ([label, value]) => ({ label, value: rupees(value) }),
  );
}

/** Where there is one, below the taxes. */
export function roundOffDetails({ round_off }: PrintedDocument): PrintDetail[] {
  return round_off === 0 ? [] : [{ label: 'Round-off', value: rupees(round_off) }];
}

export function textsOf(source: PrintedDocument): { heading: string; text: string }[] {
  const texts = [
    { heading: 'Options', text: source.options?.join('\n') ?? null },
    { heading: 'Reason', text: source.reason },
    ...printedNames.flatMap((name) => [
      { ...printedTexts[name], text: source[name] },
      ...(name === 'reference' ? [ownNote(source)] : []),
    ]),
  ];
  return texts.flatMap(({ heading, text }) => (text ? { heading, text } : []));
}

/** "Label: value" of each own field that is printed (docs/product/custom-fields.md#values). */
export function ownNote({ own }: Pick<PrintedDocument, 'own'>): { heading: string; text: string } {
  const lines = ownTexts(own ?? []).map(({ label, value }) => `${label}: ${value}`);
  return { heading: 'Additional Information', text: lines.join('\n') };
}

/** The custom fields that are printed, as they are shown. */
export function ownTexts(own: readonly PrintedOwn[]): { label: string; value: string }[] {
  return own.map(({ label, type, value }) => {
    const kind = ownKinds.get(type) ?? 'text';
    return { label, value: fieldText({ kind, currency: 'INR', decimals: 2 }, value, 'UTC') };
  });
}

const ownKinds: ReadonlyMap<string, FieldKind> = new Map([
  ['flag', 'flag'],
  ['money', 'money'],
  ['number', 'quantity'],
  ['date', 'day'],
]);

function linesTable(items: readonly TaxDocumentLine[]): PrintTable {
  return {
    columns: [
      { label: '#', width: 22, align: 'right' },
      { label: 'Description', width: '*', align: 'left' },
      { label: 'Quantity', width: 'auto', align: 'right' },
      { label: 'Unit Price', width: 'auto', align: 'right' },
      { label: 'Total', width: 'auto', align: 'right' },
    ],
    rows: items.map((line, at) => [
      String(at + 1),
      line.description,
      quantityText(line.quantity),
      formatPrice(line.unit_price),
      rupees(sumOf([line.taxable_value, line.document_discount ?? 0])),
    ]),
  };
}

export function quantityText(quantity: number): string {
  return quantity.toLocaleString('en-IN', { maximumFractionDigits: 3 });
}
