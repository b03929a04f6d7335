import { printCell, printRow } from '~/kit/shared/csv/csv';
import type { Trace, TraceNode } from './trace.fields';

/** Goods of a lot in a location. */
export interface LotPosition {
  lot_id: number;
  lot_number: string;
  product_name: string;
  unit: string;
  name: string;
  quantity: number;
}

/** The texts of screens and files for the kinds of documents in a trace. */
export function documentText(
  { kind }: Pick<TraceNode, 'kind'>,
  direction: 'back' | 'forward',
): string {
  // Goods that leave by a receipt go back to their vendor.
  if (kind === 'goods_receipt' && direction === 'forward') return 'Vendor return';
  const text = kind.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const hiddenParty = 'No access';

const titles = [
  'Direction',
  'Level',
  'Document',
  'Number',
  'Date',
  'Party',
  'Product',
  'Lot',
  'Quantity',
  'Unit',
] as const;

/** The recall list as a CSV file (docs/product/lots.md#recall-list). */
export function recallCsv(trace: Trace, positions: readonly LotPosition[]): string {
  const rowOf = (direction: 'back' | 'forward') => (node: TraceNode) => [
    direction === 'back' ? 'Back' : 'Forward',
    node.depth,
    documentText(node, direction),
    node.number ?? hiddenParty,
    node.date,
    node.party_name ?? (node.number === null ? hiddenParty : null),
    node.product_name,
    node.lot_number,
    node.quantity,
    node.unit,
  ];
  const here = positions.map((position) => {
    const { name, product_name, lot_number, quantity, unit } = position;
    return ['In stock', null, null, null, null, name, product_name, lot_number, quantity, unit];
  });
  const rows = [
    ...trace.forward.map(rowOf('forward')),
    ...here,
    ...trace.back.map(rowOf('back')),
    ...(trace.is_partial ? [['This list is not complete: there is more']] : []),
  ];
  return [titles, ...rows].map((row) => printRow(row.map(printCell))).join('');
}
