import { formatNumber } from '~/kit/shared/money/numbers';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import type { Count } from './counts.fields';

/** A product on the shelf or already counted. */
export interface SheetLine {
  sku_code: string;
  product_name: string;
  lot_number: string | null;
  unit: string;
  book_quantity: number | null;
  counted_quantity: number | null;
  difference: number | null;
}

type Headed = Pick<
  Count,
  'count_number' | 'count_date' | 'location_name' | 'category_name' | 'status' | 'created_by_name'
>;

const quantity = (value: number | null) => (value === null ? '' : formatNumber(value));

/** What lies in the location, to be counted with a pen, or what was counted (docs/product/counts.md#count-sheet). */
export function countPrintDocument(
  count: Headed,
  lines: readonly SheetLine[],
  { company, isHidden }: { company: string; isHidden: boolean },
): PrintDocument {
  const isPosted = count.status === 'posted';
  const hasLots = lines.some(({ lot_number }) => lot_number !== null);
  const right = (label: string, width: number | 'auto' = 'auto') =>
    ({ label, width, align: 'right' }) as const;
  const left = (label: string, width: 'auto' | '*' = 'auto') =>
    ({ label, width, align: 'left' }) as const;
  return {
    title: count.count_number,
    day: count.count_date,
    heading: 'COUNT SHEET',
    issuer: [company],
    head: [
      { label: 'Number', value: count.count_number, strong: true },
      { label: 'Date', value: formatDay(count.count_date) },
      { label: 'Location', value: count.location_name },
      { label: 'Category', value: count.category_name ?? 'All categories' },
      { label: 'Created By', value: count.created_by_name },
    ],
    parties: [],
    table: {
      columns: [
        left('SKU'),
        left('Product', '*'),
        ...(hasLots ? [left('Lot')] : []),
        left('Unit'),
        ...(isHidden ? [] : [right('Book')]),
        right('Counted', 70),
        ...(isPosted ? [right('Difference')] : []),
      ],
      rows: lines.map((line) => [
        line.sku_code,
        line.product_name,
        ...(hasLots ? [line.lot_number ?? ''] : []),
        line.unit,
        ...(isHidden ? [] : [quantity(line.book_quantity)]),
        quantity(line.counted_quantity),
        ...(isPosted ? [quantity(line.difference)] : []),
      ]),
    },
    totals: [],
    signature: { name: company, role: 'Counted by' },
    notes: [],
  };
}
