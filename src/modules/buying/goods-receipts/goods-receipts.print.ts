import { formatNumber } from '~/kit/shared/money/numbers';
import type { PrintDetail, PrintDocument, PrintTable } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { issuerLines, issuerOf } from '~/modules/organization/company/issuer.print';
import { lotsText } from '~/modules/catalogue/products/lots/lots.rules';
import type { ReceiptItem, ReceiptWithItems } from './goods-receipts.fields';

export interface PrintedReceipt {
  receipt: ReceiptWithItems;
  vendor: { company_name: string; address: string | null; gstin: string | null };
  company: BillingProfile;
}

const marks: Readonly<Record<string, string>> = { draft: 'DRAFT', cancelled: 'CANCELLED' };

/** A goods receipt note, or the note that goes with returned goods (docs/product/goods-receipts.md#document). */
export function receiptPrintDocument({ receipt, vendor, company }: PrintedReceipt): PrintDocument {
  const issuer = issuerOf(company);
  const isReturn = receipt.kind === 'return';
  const mark = marks[receipt.status];
  return {
    title: receipt.goods_receipt_number,
    day: receipt.receipt_date,
    heading: isReturn ? 'RETURN TO VENDOR' : 'GOODS RECEIPT NOTE',
    issuer: issuerLines(issuer),
    head: headOf(receipt),
    parties: [
      {
        heading: 'Vendor',
        lines: [
          vendor.company_name,
          ...(vendor.address === null ? [] : [vendor.address]),
          ...(vendor.gstin === null ? [] : [`GSTIN: ${vendor.gstin}`]),
        ],
      },
    ],
    table: tableOf(receipt),
    totals: [],
    signature: { name: issuer.name, role: isReturn ? 'Authorised Signatory' : 'Received By' },
    notes: [
      ...(receipt.reason === null ? [] : [{ heading: 'Reason', text: receipt.reason }]),
      ...(receipt.notes === null ? [] : [{ heading: 'Notes', text: receipt.notes }]),
    ],
    ...(mark === undefined ? {} : { mark }),
  };
}

function headOf(receipt: ReceiptWithItems): PrintDetail[] {
  const filled = (label: string, value: string | null): PrintDetail[] =>
    value === null ? [] : [{ label, value }];
  return [
    {
      label: receipt.kind === 'return' ? 'Return Number' : 'Receipt Number',
      value: receipt.goods_receipt_number,
      strong: true,
    },
    { label: 'Date', value: formatDay(receipt.receipt_date) },
    { label: 'Purchase Order', value: receipt.purchase_number },
    ...filled('Vendor Challan', receipt.vendor_challan),
    ...filled('Vehicle', receipt.vehicle_number),
    ...filled('Location', receipt.location_name),
  ];
}

function tableOf({ kind, items }: ReceiptWithItems): PrintTable {
  const isReceipt = kind === 'receipt';
  const rejected = isReceipt && items.some(({ rejected_quantity }) => rejected_quantity > 0);
  return {
    columns: [
      { label: '#', width: 22, align: 'right' },
      { label: 'Product', width: '*', align: 'left' },
      { label: isReceipt ? 'Received' : 'Returned', width: 'auto', align: 'right' },
      ...(rejected ? [{ label: 'Rejected', width: 'auto', align: 'right' } as const] : []),
    ],
    rows: items.map((item, at) => [
      String(at + 1),
      { text: item.description, after: detailsOf(item) },
      {
        text: formatNumber(item.quantity),
        ...(item.unit === null ? {} : { after: item.unit }),
      },
      ...(rejected
        ? [item.rejected_quantity === 0 ? '' : formatNumber(item.rejected_quantity)]
        : []),
    ]),
  };
}

function detailsOf({ sku_code, lots, reject_reason }: ReceiptItem): string {
  return [
    sku_code,
    lots && lots.length > 0 ? `Lots: ${lotsText(lots)}` : null,
    reject_reason === null ? null : `Rejected: ${reject_reason}`,
  ]
    .filter((each) => each !== null)
    .join('\n');
}
