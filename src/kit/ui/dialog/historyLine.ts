import { formatPrice, rupees } from '~/kit/shared/money/money';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';

/** A line of a record's past: its kind has some of these fields, and any may be empty. */
export interface PastLine {
  description: string | null;
  quantity: number | null;
  rejected_quantity: number | null;
  /** Of a price that holds from this quantity on. */
  from_quantity: number | null;
  min_quantity: number | null;
  multiple: number | null;
  unit: string | null;
  /** How many of the product's unit are in one of `unit`. */
  factor: number | null;
  unit_price: number | null;
  price: number | null;
  amount: number | null;
  line_total: number | null;
  percent: number | null;
  vendor_sku: string | null;
  lead_days: number | null;
  is_preferred: boolean | null;
  is_option: boolean | null;
  expected_date: string | null;
  notes: string | null;
}

/** A line in words: only what it has (docs/product/log.md#screen). */
export function lineText(line: Partial<PastLine>): string {
  return [headOf(line), ...detailsOf(line)].join(', ');
}

function headOf(line: Partial<PastLine>): string {
  const { description, quantity, from_quantity, percent } = line;
  const name = description ?? '';
  const sum = line.amount ?? line.line_total;
  if (isSet(percent)) return `${name}: ${percent} %`;
  if (isSet(quantity)) return `${formatNumber(quantity)} × ${name}${priceOf(line)}`;
  if (isSet(from_quantity)) return `${name} from ${formatNumber(from_quantity)}${priceOf(line)}`;
  return isSet(sum) ? `${name} ${rupees(sum)}` : `${name}${priceOf(line)}`;
}

/** " at ₹150.00 per box of 12" */
function priceOf({ unit, factor, ...line }: Partial<PastLine>): string {
  const price = line.unit_price ?? line.price;
  const hasUnit = isSet(unit) && (isSet(price) || isSet(factor));
  const each = isSet(factor) && factor !== 1 ? ` of ${formatNumber(factor)}` : '';
  return `${isSet(price) ? ` at ${formatPrice(price)}` : ''}${hasUnit ? ` per ${unit}${each}` : ''}`;
}

function detailsOf(line: Partial<PastLine>): string[] {
  const one = <T>(value: T | null | undefined, textOf: (value: T) => string) =>
    isSet(value) ? [textOf(value)] : [];
  return [
    ...(isDiscounted(line) ? one(line.line_total, (sum) => `total ${rupees(sum)}`) : []),
    ...one(line.rejected_quantity || null, (count) => `${formatNumber(count)} rejected`),
    ...one(line.vendor_sku, (sku) => `vendor SKU ${sku}`),
    ...one(line.min_quantity, (least) => `minimum ${formatNumber(least)}`),
    ...one(line.multiple, (step) => `multiples of ${formatNumber(step)}`),
    ...one(line.lead_days, (days) => `lead time ${counted(days, 'day')}`),
    ...one(line.expected_date, (day) => `expected ${formatDay(day)}`),
    ...(line.is_preferred ? ['preferred'] : []),
    ...(line.is_option ? ['option'] : []),
    ...one(line.notes, (notes) => `“${notes}”`),
  ];
}

function isDiscounted({ quantity, unit_price, line_total }: Partial<PastLine>): boolean {
  if (!isSet(quantity) || !isSet(unit_price) || !isSet(line_total)) return false;
  return Math.abs(quantity * unit_price - line_total) >= 0.01;
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
