import type { Person, Write } from '~/kit/server/database/context';
import { AppError, type Detail, refuseInvalid } from '~/kit/server/errors';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { may } from '~/modules/organization/users/rights.rules';
import { amountProblems, isTooMuch } from '~/modules/sales/documents/lines/amounts.rules';
import { describedProblems } from '~/modules/sales/documents/lines/drafted-lines.rules';
import {
  type LockedReferences,
  lockReferences,
  type TaxedBefore,
  taxLines,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import type { TaxedDocument } from '~/modules/sales/documents/taxes/server/taxation.service';
import type { Day } from '~/kit/shared/time/days';
import { picked } from '~/kit/shared/fields/picked';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';
import { listTerms } from '~/modules/buying/vendors/server/vendors.service';
import {
  type LineSources,
  planPurchaseLines,
  type PlannedPurchaseLine,
  quantityProblems,
  type PurchaseLinePlan,
  type StoredPurchaseLine,
  storedPurchaseLines,
  withTermPrices,
} from '../purchase-lines.rules';
import type { PurchaseOrderWithItems } from '../purchase-orders.fields';
import { purchaseOrderAmounts } from '../purchase-orders.rules';
import type { PurchaseOrderPatch, SentPurchaseLine } from '../requests.schema';
import { findUnits } from './purchase-orders.queries';

interface Requested {
  sent: Omit<PurchaseOrderPatch, 'updated_at' | 'status'>;
  before: PurchaseOrderWithItems | null;
  vendor: Vendor;
  settings: Settings;
  today: Day;
  /** Of an order whose goods move in the same transaction: their products are locked for it at once. */
  movesStock?: boolean;
}

/** The lines of a purchase order after a request, with their taxes. */
export interface DraftedLines {
  plan: PurchaseLinePlan;
  taxed: TaxedDocument<PlannedPurchaseLine>;
}

/** Works out lines, taxes and amounts; 400 where they cannot be (docs/product/purchase-orders.md#checks). */
export async function draftedLines(write: Write, requested: Requested): Promise<DraftedLines> {
  const { sent, before, vendor, movesStock = false } = requested;
  const { trx } = write;
  const stored = before ? storedPurchaseLines(before) : [];
  const items = sent.items ?? before?.items ?? [];
  const productIds = [...new Set(items.flatMap(({ product_id }) => product_id ?? []))];
  const terms = new Map(
    (await listTerms(trx, vendor.id, productIds)).map((each) => [each.product_id, each]),
  );
  const priced = withTermPrices<SentPurchaseLine>(items, terms);
  refuseInvalid(describedProblems(priced.map(named)));
  const { products } = await lockReferences(trx, {
    customerId: null,
    chooser: null,
    productIds,
    serviceIds: [],
    movesStock,
  });
  const sources = { terms, products: new Map(products.map((each) => [each.id, each])) };
  const plan = planPurchaseLines(stored, priced.map(requestedLine), sources);
  refuseProducts(write.context.person, products, plan.lines);
  await refuseQuantities(write, plan.lines, { stored, sources });
  const taxed = await taxedLines(write, requested, plan);
  refuseAmounts(sent, plan, taxed);
  return { plan, taxed };
}

/** A description of spaces alone is none. */
function named({ description, ...item }: SentPurchaseLine): SentPurchaseLine {
  return { ...item, description: description?.trim() };
}

function requestedLine(sent: SentPurchaseLine) {
  const description = sent.description?.trim() || undefined;
  return {
    ...picked(sent, [
      'id',
      'stock_quantity',
      'expected_date',
      'notes',
      'hsn_code',
      'unit',
      'discount_percent',
      'discount_amount',
      'tax_class_id',
    ]),
    product_id: sent.product_id ?? null,
    service_id: null,
    description,
    quantity: sent.quantity ?? 0,
    unit_price: sent.unit_price ?? 0,
  };
}

/** 400 naming every product of a new line that does not exist, is not the person's to read, or is inactive. */
function refuseProducts(
  person: Person,
  products: LockedReferences['products'],
  lines: readonly PlannedPurchaseLine[],
): void {
  const found = new Map(
    may(person, 'products.read').ok ? products.map((each) => [each.id, each]) : [],
  );
  const details = lines.flatMap(({ id, product_id }, index): (Detail & { field: string })[] => {
    if (id !== null || product_id === null) return [];
    const field = `items.${index}.product_id`;
    const product = found.get(product_id);
    if (!product) return [{ field, message: `Item ${index + 1}: Product not found` }];
    if (product.is_active) return [];
    const { product_name: label } = product;
    const message = `Item ${index + 1}: "${label}" is inactive and cannot be ordered`;
    return [{ field, message, record: { type: 'product', id: product_id, label } }];
  });
  const [first] = details;
  if (first) throw new AppError('order.invalid_reference', first.message, { details });
}

/** 400 for new or changed quantities that are finer than their unit, and for prices finer than the setting. */
async function refuseQuantities(
  { trx }: Write,
  lines: readonly PlannedPurchaseLine[],
  { stored, sources }: { stored: readonly StoredPurchaseLine[]; sources: LineSources },
): Promise<void> {
  const units = await findUnits(
    trx,
    lines.map(({ unit }) => unit),
  );
  const former = new Map(stored.map((line) => [line.id, line]));
  const problems = quantityProblems(lines, sources, units);
  refuseInvalid(
    problems.filter(({ field }) => {
      const line = lines[Number(/\d+/.exec(field)?.[0])];
      const before = former.get(line?.id ?? 0);
      return line?.quantity !== before?.quantity || line?.stock_quantity !== before?.stock_quantity;
    }),
  );
  const prices = new Set(stored.map(({ unit_price }) => unit_price));
  await refuseFinePrices(
    trx,
    lines.flatMap(({ unit_price: price }, index) => {
      if (prices.has(price)) return [];
      const label = `Item ${index + 1}: Unit price`;
      return { field: `items.${index}.unit_price`, label, price };
    }),
  );
}

async function taxedLines(
  write: Write,
  { sent, before, vendor, settings, today }: Requested,
  plan: PurchaseLinePlan,
): Promise<TaxedDocument<PlannedPurchaseLine>> {
  return taxLines<PlannedPurchaseLine>(write, {
    before: before && taxedBefore(before),
    sent: {
      ...picked(sent, [
        'items',
        'tax_mode',
        'reverse_charge',
        'discount_percent',
        'discount_amount',
        'tax_rate',
        'tax_amount',
      ]),
      customer_id: vendor.id,
      day: sent.order_date,
    },
    plan,
    settings,
    today,
    vendor,
  });
}

/** As sales see it, whose customer is the vendor. */
function taxedBefore(order: PurchaseOrderWithItems): TaxedBefore {
  return {
    ...order,
    customer_id: order.vendor_id,
    billing_address_id: null,
    shipping_address_id: null,
    place_chosen: false,
    day: order.order_date,
    lines: storedPurchaseLines(order),
  };
}

function refuseAmounts(
  sent: Requested['sent'],
  { lines: items }: PurchaseLinePlan,
  { amounts }: TaxedDocument<PlannedPurchaseLine>,
): void {
  const { noun, wrongTotals } = purchaseOrderAmounts;
  if (isTooMuch(items, amounts)) {
    const message = `The ${noun} total cannot exceed ₹9,99,99,99,99,999.99`;
    throw new AppError('order.total_too_large', message);
  }
  const details = amountProblems(
    { ...sent, items: undefined },
    { noun, amounts, lines: { items } },
  );
  if (details.length > 0) throw new AppError('order.totals_mismatch', wrongTotals, { details });
}
