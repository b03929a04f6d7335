import { formatNumber } from '~/kit/shared/money/numbers';
import type { PrintDocument, PrintTable } from '~/kit/shared/print/print-document';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { documentText, hiddenParty, type LotPosition } from './recall.csv';
import type { Trace, TraceNode } from './trace.fields';

/** The recall list as a PDF file (docs/product/lots.md#recall-list). */
export function recallDocument(
  trace: Trace,
  positions: readonly LotPosition[],
  { company, today }: { company: string; today: Day },
): PrintDocument {
  const { lot, forward, back, vendors, is_partial } = trace;
  const from = back.map(lineOf).join('\n');
  const here = positions.map(
    ({ name, quantity, unit, lot_number, product_name }) =>
      `${name}: ${formatNumber(quantity)} ${unit} of ${lot_number}, ${product_name}`,
  );
  return {
    title: `Recall list ${lot.lot_number}`,
    day: today,
    heading: 'RECALL LIST',
    issuer: [company],
    head: [
      { label: 'Lot', value: lot.lot_number, strong: true },
      { label: 'Date', value: formatDay(today) },
      ...(lot.made_on ? [{ label: 'Made On', value: formatDay(lot.made_on) }] : []),
      ...(lot.expires_on ? [{ label: 'Expires On', value: formatDay(lot.expires_on) }] : []),
      ...(lot.vendor_lot ? [{ label: 'Vendor Lot', value: lot.vendor_lot }] : []),
    ],
    parties: [
      { heading: 'Product', lines: [lot.product_name, lot.sku_code] },
      ...(vendors.length > 0
        ? [{ heading: 'Vendors', lines: vendors.map(({ name }) => name) }]
        : []),
    ],
    ...(is_partial ? { statements: ['This list is not complete: there is more.'] } : {}),
    table: tableOf(forward),
    totals: [],
    notes: [
      ...(forward.length === 0
        ? [{ heading: 'Customers', text: 'Nothing of this lot was delivered.' }]
        : []),
      { heading: 'In Stock', text: here.join('\n') || 'Nothing of this lot is in stock.' },
      ...(from ? [{ heading: 'From', text: from }] : []),
    ],
  };
}

function tableOf(nodes: readonly TraceNode[]): PrintTable {
  return {
    columns: [
      { label: 'Customer', width: '*', align: 'left' },
      { label: 'Document', width: 'auto', align: 'left' },
      { label: 'Date', width: 'auto', align: 'left' },
      { label: 'Product', width: '*', align: 'left' },
      { label: 'Lot', width: 'auto', align: 'left' },
      { label: 'Quantity', width: 'auto', align: 'right' },
    ],
    rows: nodes.map((node) => [
      node.party_name ?? (node.number === null ? hiddenParty : ''),
      `${documentText(node, 'forward')} ${node.number ?? ''}`,
      node.date ? formatDay(node.date) : '',
      node.product_name,
      node.lot_number,
      { text: formatNumber(node.quantity), after: node.unit },
    ]),
  };
}

function lineOf(node: TraceNode): string {
  const { number, party_name, date, quantity, unit } = node;
  const named = [documentText(node, 'back'), number].filter(Boolean).join(' ');
  const parts = [named, date && formatDay(date), party_name ?? (number === null && hiddenParty)];
  return `${parts.filter(Boolean).join(', ')}: ${formatNumber(quantity)} ${unit}`;
}
