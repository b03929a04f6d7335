import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument, PrintDetail, PrintTable } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { stateText } from '~/modules/organization/company/states.rules';
import {
  gstPartyLines,
  issuerLines,
  receiverLines,
} from '~/modules/sales/documents/print/parties.print';
import { stateTaxName } from '~/modules/sales/documents/taxes/tax-texts.rules';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import { type AdvancePart, sumsOfParts } from './advance-amounts.rules';
import type { PrintedVoucher } from './advances.fields';

const texts = {
  receipt: { heading: 'RECEIPT VOUCHER', party: 'Received From' },
  refund: { heading: 'REFUND VOUCHER', party: 'Refunded To' },
} as const;

/** A receipt or refund voucher (docs/product/advances.md#receipt-voucher). */
export function voucherPrintDocument(
  voucher: PrintedVoucher,
  { logo, isCancelled }: { logo: string | null; isCancelled: boolean },
): PrintDocument {
  const { kind, number, date, seller, buyer, amount, notes } = voucher;
  const { heading, party } = texts[kind];
  return {
    title: number,
    day: date,
    ...(logo === null ? {} : { logo }),
    heading,
    issuer: isByGst(voucher) ? gstPartyLines(seller) : issuerLines(seller),
    head: detailsOf(voucher),
    parties: [
      { heading: party, lines: isByGst(voucher) ? gstPartyLines(buyer) : receiverLines(buyer) },
    ],
    statements: statementsOf(voucher),
    ...(isByGst(voucher) ? { table: partsTable(voucher) } : {}),
    aside: { heading: 'Amount in Words', text: rupeesInWords(amount) },
    totals: totalsOf(voucher),
    signature: { name: seller.legal_name ?? seller.name, role: 'Authorised Signatory' },
    notes: notes === null ? [] : [{ heading: 'Notes', text: notes }],
    ...(isCancelled ? { mark: 'CANCELLED' } : {}),
  };
}

function isByGst({ parts }: PrintedVoucher): boolean {
  return parts.length > 0;
}

function detailsOf(voucher: PrintedVoucher): PrintDetail[] {
  const { number, date, original, order_number, place_of_supply, reverse_charge } = voucher;
  const method = paymentMethods.find(({ value }) => value === voucher.payment_method);
  const receipt = isByGst(voucher)
    ? 'Receipt Voucher'
    : original?.is_invoice
      ? 'Invoice'
      : 'Receipt';
  return [
    { label: 'Voucher Number', value: number, strong: true },
    { label: 'Voucher Date', value: formatDay(date) },
    ...(original
      ? [
          { label: receipt, value: original.number },
          { label: `${receipt} Date`, value: formatDay(original.date) },
        ]
      : []),
    ...(order_number === null ? [] : [{ label: 'Order', value: order_number }]),
    ...(place_of_supply === null
      ? []
      : [{ label: 'Place of Supply', value: stateText(place_of_supply) }]),
    ...(isByGst(voucher)
      ? [{ label: 'Reverse Charge', value: reverse_charge ? 'Yes' : 'No' }]
      : []),
    { label: 'Payment Method', value: method?.label ?? voucher.payment_method },
    ...(voucher.reference_number === null
      ? []
      : [{ label: 'Reference', value: voucher.reference_number }]),
  ];
}

function statementsOf({ parts, reverse_charge, kind }: PrintedVoucher): string[] {
  const hasGoods = parts.some((part) => part.kind === 'goods');
  return [
    ...(hasGoods && kind === 'receipt'
      ? ['No tax is due on an advance for goods before they are invoiced']
      : []),
    ...(reverse_charge
      ? ['Tax on this supply is payable by the recipient under reverse charge']
      : []),
  ];
}

const taxes = [
  ['CGST', 'cgst_amount', 2],
  ['SGST', 'sgst_amount', 2],
  ['IGST', 'igst_amount', 1],
] as const;

function shownTaxes({ parts, place_of_supply }: PrintedVoucher) {
  return taxes
    .filter(([, name]) => parts.some((part) => part[name] !== 0))
    .map(([label, name, halves]) => ({
      label: label === 'SGST' ? stateTaxName(place_of_supply) : label,
      name,
      halves,
    }));
}

function partsTable(voucher: PrintedVoucher): PrintTable {
  const shown = shownTaxes(voucher);
  const right = (label: string) => ({ label, width: 'auto', align: 'right' }) as const;
  return {
    columns: [
      { label: 'Description', width: '*', align: 'left' },
      right('Amount'),
      right('Value'),
      ...shown.map(({ label }) => right(label)),
    ],
    rows: voucher.parts.map((part) => [
      descriptionOf(voucher, part),
      rupees(part.amount),
      rupees(part.taxable_value),
      ...shown.map(({ name, halves }) =>
        part[name] === 0
          ? '–'
          : { text: rupees(part[name]), after: `${(part.tax_rate ?? 0) / halves}%` },
      ),
    ]),
  };
}

function descriptionOf({ kind, order_number }: PrintedVoucher, part: AdvancePart): string {
  const what = part.kind === 'goods' ? 'goods' : 'services';
  const rate = part.tax_rate === null ? '' : ` at ${part.tax_rate}%`;
  const order = order_number === null ? '' : ` of order ${order_number}`;
  return `${kind === 'receipt' ? 'Advance' : 'Refund of the advance'} for ${what}${rate}${order}`;
}

function totalsOf(voucher: PrintedVoucher): PrintDetail[] {
  const sums = sumsOfParts(voucher.parts);
  return [
    ...(isByGst(voucher) ? [{ label: 'Value', value: rupees(sums.taxable_value) }] : []),
    ...shownTaxes(voucher).map(({ label, name }) => ({ label, value: rupees(sums[name]) })),
    {
      label: voucher.kind === 'receipt' ? 'Amount Received' : 'Amount Refunded',
      value: rupees(voucher.amount),
      strong: true,
    },
  ];
}
