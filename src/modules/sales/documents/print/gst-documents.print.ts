import { rupees } from '~/kit/shared/money/money';
import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { fitsCode, type PrintDocument, type PrintDetail } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { stateText } from '~/modules/organization/company/states.rules';
import { paymentPart } from './accounts.print';
import { copyMark } from './copies.rules';
import { gstLinesTable, hsnTable } from './gst-lines.print';
import { gstPartyLines } from './parties.print';
import type { PrintExtras } from './print-extras.fields';
import {
  discountDetails,
  endDetails,
  nouns,
  partyHeading,
  roundOffDetails,
  textsOf,
} from './single-documents.print';
import type { PrintedDocument } from './tax-documents.fields';
import { isBillOfSupply, printedTaxes } from '../taxes/tax-columns.rules';

/** A document by GST, with all that the law wants to see (docs/product/tax.md#printed-documents). */
export function gstDocument(
  source: PrintedDocument,
  { account, upi_id, logo, irn, copy }: PrintExtras,
): Omit<PrintDocument, 'title' | 'mark' | 'day'> {
  const { kind, seller, buyer, delivery, lines, status, total_amount } = source;
  const isRequested =
    (kind === 'invoice' || kind === 'debit_note') && status !== 'draft' && status !== 'cancelled';
  const due = isRequested
    ? { amount: total_amount, payee: seller.name, note: source.number }
    : null;
  const paidInto = { account: kind === 'credit_note' ? null : account, upi_id: upi_id ?? null };
  return {
    isDense: true,
    ...(kind === 'invoice' && status !== 'draft'
      ? { copy: copy ? copyMark(source, copy) : 'ORIGINAL FOR RECIPIENT' }
      : {}),
    ...(logo === null ? {} : { logo }),
    heading: headingOf(source),
    issuer: gstPartyLines(seller),
    head: detailsOf(source),
    ...(irn ? { registration: { content: irn.signedQr, details: registrationDetails(irn) } } : {}),
    parties: [
      { heading: partyHeading(source), lines: gstPartyLines(buyer) },
      ...(delivery ? [{ heading: 'Ship To', lines: gstPartyLines(delivery) }] : []),
    ],
    cover: source.cover_text ?? null,
    statements: statementsOf(source),
    ...(lines.length > 0 ? { table: gstLinesTable(source) } : {}),
    aside: { heading: 'Amount in Words', text: rupeesInWords(total_amount) },
    totals: totalsOf(source),
    ...(lines.length > 0 ? { summary: { heading: 'HSN Summary', table: hsnTable(source) } } : {}),
    ...paymentPart(paidInto, due),
    signature: { name: seller.legal_name ?? seller.name, role: 'Authorised Signatory' },
    notes: textsOf({ ...source, reason: null }),
  };
}

function headingOf(source: PrintedDocument): string {
  if (source.kind !== 'invoice') return nouns[source.kind].heading;
  return isBillOfSupply(source) ? 'BILL OF SUPPLY' : 'TAX INVOICE';
}

function detailsOf(source: PrintedDocument): PrintDetail[] {
  const { number, date, place_of_supply, reverse_charge, original, reason } = source;
  const { noun } = nouns[source.kind];
  const state = place_of_supply === null ? [] : [stateText(place_of_supply)];
  return [
    { label: `${noun} Number`, value: number, strong: true },
    { label: `${noun} Date`, value: formatDay(date) },
    ...endDetails(source),
    ...(original
      ? [
          { label: 'Original Invoice', value: original.number },
          { label: 'Original Invoice Date', value: formatDay(original.date) },
        ]
      : []),
    ...(reason === null ? [] : [{ label: 'Reason', value: reason }]),
    ...state.map((value) => ({ label: 'Place of Supply', value })),
    { label: 'Reverse Charge', value: reverse_charge ? 'Yes' : 'No' },
  ];
}

function registrationDetails(irn: NonNullable<PrintExtras['irn']>): PrintDetail[] {
  return [
    { label: 'IRN', value: irn.irn },
    { label: 'Acknowledgement Number', value: irn.ackNumber },
    { label: 'Acknowledgement Date', value: irn.ackDate },
    ...(irn.isVerified ? [] : [{ label: 'QR Code', value: 'signature not verified' }]),
    ...(fitsCode(irn.signedQr) ? [] : [{ label: 'QR Code', value: 'too long to print' }]),
  ];
}

const endorsements: Partial<Record<PrintedDocument['supply_type'], string>> = {
  export_with: 'Supply meant for export on payment of integrated tax',
  export_without:
    'Supply meant for export under bond or letter of undertaking without payment of integrated tax',
  sez_with:
    'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax',
  sez_without:
    'Supply to SEZ unit or SEZ developer for authorised operations under bond or letter of undertaking without payment of integrated tax',
};

function statementsOf(source: PrintedDocument): string[] {
  const { supply_type, reverse_charge, lut_number, seller } = source;
  const endorsement = endorsements[supply_type];
  const isWithout = supply_type === 'export_without' || supply_type === 'sez_without';
  const lut = isWithout && lut_number !== null ? `. LUT number ${lut_number}` : '';
  return [
    ...(endorsement === undefined ? [] : [`${endorsement}${lut}`]),
    ...(reverse_charge
      ? ['Tax on this supply is payable by the recipient under reverse charge']
      : []),
    ...(seller.gst_category === 'composition'
      ? ['Composition taxable person, not eligible to collect tax on supplies']
      : []),
  ];
}

function totalsOf(source: PrintedDocument): PrintDetail[] {
  const { subtotal, total_amount } = source;
  return [
    ...discountDetails(source),
    {
      label: isBillOfSupply(source) ? 'Value of Supply' : 'Taxable Value',
      value: rupees(subtotal),
    },
    ...printedTaxes(source).map(({ label, part }) => ({ label, value: rupees(source[part]) })),
    ...roundOffDetails(source),
    { label: 'Total', value: rupees(total_amount), strong: true },
  ];
}
