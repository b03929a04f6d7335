import type { Write } from '~/kit/server/database/context';
import { type Detail, invalid, refuseInvalid } from '~/kit/server/errors';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { may } from '~/modules/organization/users/rights.rules';
import type { LineTerms } from '~/modules/sales/documents/lines/lines.rules';
import { discountOf, lineTotal } from '~/modules/sales/documents/lines/totals.rules';
import type { BillLine } from '../bills.fields';
import { discountOn, type OrderedItem, unbilledOf } from '../ordered-items.rules';
import type { SentCharge, SentItem } from '../requests.schema';
import {
  holdProducts,
  listChargedReceipts,
  listOrdered,
  type NamedProduct,
} from './ordered.queries';

/** A line of a bill before its taxes. */
export interface PlannedItem extends LineTerms, Pick<BillLine, 'purchase_line_id' | 'itc'> {
  id: number | null;
  product_id: number | null;
  service_id: null;
  of_line_id: null;
  credit_reason: null;
  description: string;
  quantity: number;
  unit_price: number;
  line_total: number;
}

interface Planning {
  vendorId: number;
  /** The lines of before, whose products may be inactive now. */
  before: readonly BillLine[];
}

/**
 * The lines of a bill as they were sent; what a line does not say, its ordered line or product does. 400 naming each line
 * that is incomplete, or names what does not exist.
 */
export async function planItems(
  write: Write,
  sent: readonly SentItem[],
  { vendorId, before }: Planning,
): Promise<{ items: PlannedItem[]; ordered: OrderedItem[] }> {
  const { trx } = write;
  const ordered = await listOrdered(trx, present(sent.map((item) => item.purchase_line_id)));
  const orders = new Map(ordered.map((line) => [line.id, line]));
  const products = await namedProducts(write, sent, ordered);
  const stored = new Map(before.map((line) => [line.id, line]));
  const details: (Detail & { field: string })[] = [];
  const items = sent.map((item, index) => {
    const order = orders.get(item.purchase_line_id ?? 0) ?? null;
    const product = products.get(order?.product_id ?? item.product_id ?? 0) ?? null;
    const former = stored.get(item.id ?? 0) ?? null;
    const problems = itemProblems(item, { order, product, former, vendorId });
    details.push(
      ...problems.map(({ field, message, ...more }) => ({
        ...more,
        field: `items.${index}.${field}`,
        message: `Item ${index + 1}: ${message}`,
      })),
    );
    return plannedItem(item, { order, product, former });
  });
  refuseInvalid(details);
  const prices = new Set([...before, ...ordered].map(({ unit_price }) => unit_price));
  await refuseFinePrices(
    trx,
    items.flatMap(({ unit_price: price }, index) =>
      prices.has(price) ? [] : { field: `items.${index}.unit_price`, label: 'Unit Price', price },
    ),
  );
  return { items, ordered };
}

async function namedProducts(
  { trx, context: { person } }: Write,
  sent: readonly SentItem[],
  ordered: readonly OrderedItem[],
): Promise<ReadonlyMap<number, NamedProduct>> {
  const chosen = may(person, 'products.read').ok ? sent.map((item) => item.product_id) : [];
  const ids = present([...chosen, ...ordered.map((line) => line.product_id)]);
  return new Map((await holdProducts(trx, ids)).map((product) => [product.id, product]));
}

interface Sources {
  order: OrderedItem | null;
  product: NamedProduct | null;
  /** The stored line that it continues. */
  former: BillLine | null;
}

type Problem = Detail & { field: string };

function itemProblems(
  item: SentItem,
  { order, product, former, vendorId }: Sources & { vendorId: number },
): Problem[] {
  const problems: Problem[] = [];
  const { quantity = order ? unbilledOf(order) : null, unit_price = order?.unit_price } = item;
  if (item.purchase_line_id && order?.vendor_id !== vendorId) {
    const message = order ? 'The purchase order belongs to another vendor' : 'Order line not found';
    problems.push({ field: 'purchase_line_id', message });
  }
  problems.push(...productProblems(item, { order, product, former }));
  if (!product && !order && !item.description)
    problems.push({ field: 'description', message: 'Please enter a description' });
  if (!quantity) problems.push({ field: 'quantity', message: 'Quantity must be greater than 0' });
  if (unit_price === null || unit_price === undefined)
    problems.push({ field: 'unit_price', message: 'Unit price must be 0 or greater' });
  return problems;
}

function productProblems(item: SentItem, { order, product, former }: Sources): Problem[] {
  const field = 'product_id';
  if (order) {
    const isOther = item.product_id && item.product_id !== order.product_id;
    return isOther ? [{ field, message: 'The order line is for another product' }] : [];
  }
  if (!item.product_id) return [];
  if (!product) return [{ field, message: 'Product not found' }];
  if (product.is_active || former?.product_id === product.id) return [];
  const { id, product_name: label } = product;
  const message = `"${label}" is inactive and cannot be billed without an order`;
  return [{ field, message, record: { type: 'product', id, label } }];
}

function plannedItem(item: SentItem, { order, product, former }: Sources): PlannedItem {
  const base = order ?? former;
  const quantity = item.quantity ?? (order ? unbilledOf(order) : 0);
  const unit_price = item.unit_price ?? order?.unit_price ?? 0;
  const termOf = <Name extends 'hsn_code' | 'unit' | 'tax_class_id'>(name: Name) =>
    item[name] === undefined ? (base?.[name] ?? null) : item[name];
  const discount = discountFor(item, { order, former, quantity, unit_price });
  return {
    id: former?.id ?? null,
    purchase_line_id: order?.id ?? null,
    product_id: order ? order.product_id : (item.product_id ?? null),
    service_id: null,
    of_line_id: null,
    credit_reason: null,
    description: item.description || (order?.description ?? product?.product_name ?? ''),
    quantity,
    unit_price,
    hsn_code: termOf('hsn_code'),
    unit: termOf('unit') ?? (order ? null : (product?.unit_of_measure ?? null)),
    tax_class_id: termOf('tax_class_id'),
    ...discount,
    line_total: lineTotal({ quantity, unit_price, ...discount }),
    itc: item.itc ?? former?.itc ?? 'eligible',
  };
}

function discountFor(
  item: SentItem,
  {
    order,
    former,
    ...priced
  }: Pick<Sources, 'order' | 'former'> & { quantity: number; unit_price: number },
): Pick<LineTerms, 'discount_percent' | 'discount_amount'> {
  const { discount_percent: percent, discount_amount: amount } = item;
  const isSilent = percent === undefined && amount === undefined;
  if (isSilent && order && !former) {
    const discount = discountOn(order, priced);
    return { ...discount, discount_amount: discountOf({ ...priced, ...discount }) };
  }
  const terms = isSilent ? former : { discount_percent: percent, discount_amount: amount };
  return {
    discount_percent: terms?.discount_percent ?? null,
    discount_amount: discountOf({ ...terms, ...priced }),
  };
}

/** A charge before its taxes, as a line of one piece. */
export interface PlannedCharge extends LineTerms {
  product_id: null;
  service_id: null;
  description: string;
  quantity: number;
  unit_price: number;
  amount: number;
  itc: BillLine['itc'];
  goods_receipt_ids: number[];
}

/** The charges of a bill as they were sent. 400 for a receipt that does not exist, or whose goods were not received. */
export async function planCharges(
  { trx }: Write,
  sent: readonly SentCharge[],
): Promise<PlannedCharge[]> {
  const ids = sent.flatMap(({ goods_receipt_ids = [] }) => goods_receipt_ids);
  const receipts = new Map((await listChargedReceipts(trx, ids)).map((each) => [each.id, each]));
  for (const [index, { goods_receipt_ids = [] }] of sent.entries()) {
    const field = `charges.${index}.goods_receipt_ids`;
    for (const id of goods_receipt_ids) {
      const receipt = receipts.get(id);
      if (!receipt || receipt.kind !== 'receipt') throw invalid(field, 'Goods receipt not found');
      if (receipt.status !== 'received')
        throw invalid(field, `The goods of ${receipt.goods_receipt_number} are not received`);
    }
  }
  return sent.map(({ description, amount, tax_class_id = null, itc = 'eligible', ...charge }) => ({
    product_id: null,
    service_id: null,
    description,
    quantity: 1,
    unit_price: amount,
    amount,
    hsn_code: null,
    unit: null,
    discount_percent: null,
    discount_amount: 0,
    tax_class_id,
    itc,
    goods_receipt_ids: [...new Set(charge.goods_receipt_ids)],
  }));
}

function present(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}
