import type { Write } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import {
  isSameDiscount,
  noDiscount,
  saidDiscount,
} from '~/modules/sales/documents/discounts.rules';
import {
  type TaxedDocument,
  taxedByGst,
  taxedByOneRate,
} from '~/modules/sales/documents/server/taxation.service';
import {
  addressesOf,
  isOtherSupply,
  saidSupply,
  taxModeOf,
} from '~/modules/sales/documents/tax-changes.rules';
import { keptLines, type OrderLinePlan, type PlannedOrderLine } from '../lines.rules';
import { orderAmounts } from '../orders.rules';
import type { OrderWithLines } from '../orders.fields';
import type { NewOrder, OrderPatch } from '../requests.fields';

type TaxedOrder = TaxedDocument<PlannedOrderLine>;

interface Taxing {
  before: OrderWithLines | null;
  sent: NewOrder | OrderPatch;
  plan: OrderLinePlan;
  settings: Settings;
  today: Day;
}

/** An order's lines with their taxes, and its amounts (docs/product/tax.md#tax-of-a-line). */
export async function taxOrder(write: Write, taxing: Taxing): Promise<TaxedOrder> {
  const { before, sent, plan, settings, today } = taxing;
  const hasNewLines = sent.items !== undefined || sent.services !== undefined;
  const mode = taxModeOf(before, sent, { company: settings.tax_mode, hasNewLines });
  const discount = saidDiscount(sent, before ?? noDiscount);
  if (mode === 'single') {
    const rules = { ...orderAmounts, before: before ?? undefined, rate: settings.order_tax_rate };
    return taxedByOneRate({ lines: plan.lines, discount, sent, rules, placeOf: placeIn(plan) });
  }
  const day = sent.order_date ?? before?.order_date ?? today;
  const isKept =
    before?.tax_mode === 'gst' &&
    !plan.isChange &&
    day === before.order_date &&
    isSameDiscount(discount, before);
  if (before && isKept && !isOtherSupply(before, said(sent))) return asBefore(before, plan);
  const customer_id = sent.customer_id ?? before?.customer_id ?? 0;
  const addresses = addressesOf(before, said(sent));
  const kept = before ? keptLines(before) : [];
  return taxedByGst(write.trx, {
    lines: plan.lines,
    discount,
    day,
    supply: saidSupply(before, said(sent)),
    buyer: () => findBuyer(write.trx, customer_id, addresses),
    settings,
    before: kept,
    placeOf: placeIn(plan),
  });
}

function placeIn({ lines }: OrderLinePlan): (index: number) => string {
  const items = lines.filter((line) => line.product_id !== null).length;
  return (index) => (index < items ? `items.${index}` : `services.${index - items}`);
}

function said(sent: NewOrder | OrderPatch) {
  return { ...sent, customer_id: sent.customer_id ?? undefined };
}

function asBefore(before: OrderWithLines, { lines }: OrderLinePlan): TaxedOrder {
  const kept = new Map(keptLines(before).map((line) => [line.id, line]));
  const { subtotal, tax_rate, tax_amount, total_amount, round_off } = before;
  const { cgst_amount, sgst_amount, igst_amount, discount_percent, discount_amount } = before;
  const sums = { subtotal, tax_rate, tax_amount, total_amount, round_off };
  return {
    lines: lines.map((line) => ({ ...taxesOf(kept.get(line.id ?? 0)), ...line })),
    amounts: { ...sums, cgst_amount, sgst_amount, igst_amount },
    values: { tax_mode: 'gst', discount_percent, discount_amount },
  };
}

function taxesOf(line: ReturnType<typeof keptLines>[number] | undefined) {
  return {
    tax_treatment: line?.tax_treatment ?? null,
    tax_rate: line?.tax_rate ?? null,
    discount_share: line?.discount_share ?? 0,
    cgst_amount: line?.cgst_amount ?? 0,
    sgst_amount: line?.sgst_amount ?? 0,
    igst_amount: line?.igst_amount ?? 0,
  };
}
