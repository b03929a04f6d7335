import type { PrintDocument } from '~/kit/shared/print/print-document';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { quantityText } from '~/modules/sales/documents/print/single-documents.print';

/** A product to take off its shelf, with the orders that it is for. */
export interface Picked {
  sku_code: string;
  product_name: string;
  unit: string;
  on_hand: number;
  quantity: number;
  parts: { order_number: string; customer_name: string; quantity: number }[];
}

/** A chosen order without anything to pick. */
export interface LeftOut {
  order_number: string;
  /** In words. */
  status: string;
}

/** `ORD-26-27-00007 (Pending)` and so on. */
function leftOutText(leftOut: readonly LeftOut[]): string {
  return leftOut.map(({ order_number, status }) => `${order_number} (${status})`).join(', ');
}

/** Why there is no picking list of these orders, of which some are named. */
export function nothingToPick(leftOut: readonly LeftOut[]): string {
  const named = leftOutText(leftOut.slice(0, 3));
  const more = leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : '';
  return `Nothing to pick${named && `: ${named}${more}`}. Only open items of confirmed orders are picked.`;
}

/** The open quantities of some orders, for the person who fetches it (docs/product/deliveries.md#picking-list). */
export function pickingPrintDocument(
  picked: readonly Picked[],
  { company, today, leftOut }: { company: string; today: Day; leftOut: readonly LeftOut[] },
): PrintDocument {
  const orders = [
    ...new Set(picked.flatMap(({ parts }) => parts.map(({ order_number }) => order_number))),
  ];
  return {
    title: 'Picking list',
    day: today,
    heading: 'PICKING LIST',
    issuer: [company],
    head: [
      { label: 'Date', value: formatDay(today) },
      { label: 'Orders', value: String(orders.length) },
      { label: 'Products', value: String(picked.length) },
    ],
    parties: [],
    table: {
      columns: [
        { label: 'SKU', width: 'auto', align: 'left' },
        { label: 'Product', width: '*', align: 'left' },
        { label: 'Orders', width: 'auto', align: 'left' },
        { label: 'On Hand', width: 'auto', align: 'right' },
        { label: 'To Pick', width: 'auto', align: 'right' },
        { label: 'Picked', width: 50, align: 'left' },
      ],
      rows: picked.map(({ sku_code, product_name, unit, on_hand, quantity, parts }) => [
        sku_code,
        product_name,
        parts.map((part) => `${part.order_number}: ${quantityText(part.quantity)}`).join('\n'),
        quantityText(on_hand),
        { text: quantityText(quantity), after: unit },
        '',
      ]),
    },
    totals: [],
    notes: leftOut.length > 0 ? [{ heading: 'Nothing to Pick', text: leftOutText(leftOut) }] : [],
  };
}
