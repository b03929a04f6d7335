import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument, PrintDetail, PrintTable } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { stateText } from '~/modules/organization/company/states.rules';
import { gstLinesTable, hsnTable } from '~/modules/sales/documents/print/gst-lines.print';
import {
  gstPartyLines,
  issuerLines,
  receiverLines,
} from '~/modules/sales/documents/print/parties.print';
import { ownNote, quantityText } from '~/modules/sales/documents/print/single-documents.print';
import { printedTaxes } from '~/modules/sales/documents/taxes/tax-columns.rules';
import { printedNames, printedTexts } from '~/modules/sales/documents/print/tax-documents.fields';
import type { Challan } from './challans.fields';

/** Rule 55 asks for three copies. */
const copies = [
  'ORIGINAL FOR CONSIGNEE',
  'DUPLICATE FOR TRANSPORTER',
  'TRIPLICATE FOR CONSIGNER',
] as const;

/** A delivery challan in its three copies (docs/product/deliveries.md#challan). */
export function challanPrintDocument({ goods, transport, logo }: Challan): PrintDocument {
  const { seller, buyer, delivery, status } = goods;
  const isByGst = goods.tax_mode === 'gst';
  const mark = marks[status];
  const partyLines = isByGst ? gstPartyLines : receiverLines;
  return {
    title: goods.number,
    day: goods.date,
    isDense: isByGst,
    copies,
    ...(logo === null ? {} : { logo }),
    heading: 'DELIVERY CHALLAN',
    issuer: isByGst ? gstPartyLines(seller) : issuerLines(seller),
    head: detailsOf({ goods, transport }),
    parties: [
      { heading: 'Consignee', lines: partyLines(buyer) },
      ...(delivery ? [{ heading: 'Ship To', lines: partyLines(delivery) }] : []),
    ],
    table: isByGst ? plainTable(gstLinesTable(goods)) : singleTable(goods),
    totals: totalsOf(goods),
    ...(isByGst ? { summary: { heading: 'HSN Summary', table: hsnTable(goods) } } : {}),
    signature: { name: seller.legal_name ?? seller.name, role: 'Authorised Signatory' },
    notes: [
      ownNote(goods),
      ...printedNames.map((name) => {
        const text = name === 'notes' ? transport.notes : goods[name];
        return { heading: printedTexts[name].heading, text: text ?? '' };
      }),
    ].filter(({ text }) => text !== ''),
    ...(mark === undefined ? {} : { mark }),
  };
}

const marks: Readonly<Record<string, string>> = { draft: 'DRAFT', cancelled: 'CANCELLED' };

function detailsOf({ goods, transport }: Pick<Challan, 'goods' | 'transport'>): PrintDetail[] {
  const { number, date, order_number, place_of_supply } = goods;
  const { transporter_name, transporter_id, vehicle_number, lr_number, packages } = transport;
  const filled = (label: string, value: string | number | null): PrintDetail[] =>
    value === null ? [] : [{ label, value: String(value) }];
  return [
    { label: 'Challan Number', value: number, strong: true },
    { label: 'Challan Date', value: formatDay(date) },
    { label: 'Order', value: order_number },
    ...filled('Place of Supply', place_of_supply && stateText(place_of_supply)),
    ...filled('Transporter', transporter_name),
    ...filled('Transporter ID', transporter_id),
    ...filled('Vehicle', vehicle_number),
    ...filled('LR Number', lr_number),
    ...filled('Packages', packages),
  ];
}

/** Without sums carried over pages: they belong to one copy, and a challan has three. */
function plainTable({ carried: _carried, ...table }: PrintTable): PrintTable {
  return table;
}

function singleTable({ lines }: Challan['goods']): PrintTable {
  return {
    columns: [
      { label: '#', width: 22, align: 'right' },
      { label: 'Description', width: '*', align: 'left' },
      { label: 'Quantity', width: 'auto', align: 'right' },
      { label: 'Value', width: 'auto', align: 'right' },
    ],
    rows: lines.map((line, at) => [
      String(at + 1),
      line.description,
      line.unit === null
        ? quantityText(line.quantity)
        : { text: quantityText(line.quantity), after: line.unit },
      rupees(line.taxable_value),
    ]),
  };
}

function totalsOf(goods: Challan['goods']): PrintDetail[] {
  const { subtotal, tax_mode, tax_rate, tax_amount, total_amount } = goods;
  const taxes =
    tax_mode === 'gst'
      ? printedTaxes(goods).map(({ label, part }) => ({ label, value: rupees(goods[part]) }))
      : [{ label: `Tax (${tax_rate}%)`, value: rupees(tax_amount) }];
  return [
    { label: tax_mode === 'gst' ? 'Taxable Value' : 'Value', value: rupees(subtotal) },
    ...taxes,
    { label: 'Total', value: rupees(total_amount), strong: true },
  ];
}
