import { lotsText } from '~/modules/catalogue/products/lots/lots.rules';
import { formatNumber } from '~/kit/shared/money/numbers';
import { fromPaise, rupees, toPaise } from '~/kit/shared/money/money';
import type {
  PrintCell,
  PrintDetail,
  PrintDocument,
  PrintTable,
} from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { issuerLines, issuerOf } from '~/modules/organization/company/issuer.print';
import type { Transfer, TransferItem } from './transfers.fields';

export interface PrintedLine extends TransferItem {
  hsn_code: string | null;
  /** What the goods were worth when they moved, in rupees; null before. */
  value: number | null;
}

/** All that is printed of a transfer. */
export interface PrintedTransfer {
  transfer: Transfer;
  /** Whether the goods go to a job worker. */
  isJobWork: boolean;
  /** The vendor with whom they are there, line by line; null where the location names none. */
  worker: readonly string[] | null;
  lines: readonly PrintedLine[];
  company: BillingProfile;
}

/** Rule 55 requires three copies. */
const copies = [
  'ORIGINAL FOR CONSIGNEE',
  'DUPLICATE FOR TRANSPORTER',
  'TRIPLICATE FOR CONSIGNER',
] as const;

const marks: Readonly<Record<string, string>> = { draft: 'DRAFT', cancelled: 'CANCELLED' };

/** A transfer note, or the delivery challan to a job worker in its three copies (docs/product/transfers.md#document). */
export function transferPrintDocument(printed: PrintedTransfer): PrintDocument {
  const { transfer, isJobWork, lines } = printed;
  const issuer = issuerOf(printed.company);
  const mark = marks[transfer.status];
  return {
    title: transfer.challan_number ?? transfer.transfer_number,
    day: transfer.transfer_date,
    ...(isJobWork ? { copies, statements: ['Job work, not for supply'] } : {}),
    heading: isJobWork ? 'DELIVERY CHALLAN' : 'TRANSFER NOTE',
    issuer: issuerLines(issuer),
    head: headOf(printed),
    parties: [
      { heading: 'From', lines: [transfer.from_name] },
      { heading: isJobWork ? 'Job Worker' : 'To', lines: printed.worker ?? [transfer.to_name] },
    ],
    table: tableOf(lines, isJobWork),
    totals: isJobWork ? [{ label: 'Total Value', value: totalOf(lines), strong: true }] : [],
    signature: { name: issuer.name, role: 'Authorised Signatory' },
    notes: transfer.notes === null ? [] : [{ heading: 'Notes', text: transfer.notes }],
    ...(mark === undefined ? {} : { mark }),
  };
}

function headOf({ transfer, isJobWork }: PrintedTransfer): PrintDetail[] {
  const { transfer_number, challan_number, transporter_name, transporter_id, vehicle_number } =
    transfer;
  const filled = (label: string, value: string | null): PrintDetail[] =>
    value === null ? [] : [{ label, value }];
  return [
    ...(isJobWork
      ? [{ label: 'Challan Number', value: challan_number ?? transfer_number, strong: true }]
      : []),
    { label: isJobWork ? 'Challan Date' : 'Date', value: formatDay(transfer.transfer_date) },
    ...(isJobWork && challan_number === null
      ? []
      : [{ label: 'Transfer', value: transfer_number, strong: !isJobWork }]),
    ...filled('Transporter', transporter_name),
    ...filled('Transporter ID', transporter_id),
    ...filled('Vehicle', vehicle_number),
  ];
}

function tableOf(lines: readonly PrintedLine[], isJobWork: boolean): PrintTable {
  const columns: PrintTable['columns'][number][] = [
    { label: '#', width: 22, align: 'right' },
    { label: 'Product', width: '*', align: 'left' },
    ...(isJobWork ? [{ label: 'HSN', width: 'auto', align: 'left' } as const] : []),
    { label: 'Quantity', width: 'auto', align: 'right' },
    ...(isJobWork ? [{ label: 'Value', width: 'auto', align: 'right' } as const] : []),
  ];
  return { columns, rows: lines.map((line, at) => cellsOf(line, at, isJobWork)) };
}

function cellsOf(line: PrintedLine, at: number, isJobWork: boolean): PrintCell[] {
  const quantity = formatNumber(line.quantity);
  return [
    String(at + 1),
    {
      text: line.description,
      after: line.lots ? `${line.sku_code}\nLots: ${lotsText(line.lots)}` : line.sku_code,
    },
    ...(isJobWork ? [line.hsn_code ?? ''] : []),
    line.unit === null ? quantity : { text: quantity, after: line.unit },
    ...(isJobWork ? [line.value === null ? '' : rupees(line.value)] : []),
  ];
}

function totalOf(lines: readonly PrintedLine[]): string {
  return lines.some(({ value }) => value === null)
    ? ''
    : rupees(fromPaise(lines.reduce((sum, { value }) => sum + toPaise(value ?? 0), 0)));
}
