import type { Write } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { Amounts, SentAmounts } from '../amounts.rules';
import {
  type DocumentDiscount,
  isSameDiscount,
  noDiscount,
  type SentDiscount,
  sentDiscount,
} from '../discounts.rules';
import type { TaxParts } from '../../taxes/gst-amounts.rules';
import {
  type TaxedDocument,
  taxedByGst,
  taxedByOneRate,
} from '../../taxes/server/taxation.service';
import {
  addressesOf,
  isOtherSupply,
  isSupplyOpen,
  type SentSupply,
  sentSupply,
  type SupplyParts,
  taxModeOf,
} from '../../taxes/tax-changes.rules';
import type { TaxedVendor } from '../../taxes/purchase-supply.rules';
import type { Buyer } from '../../taxes/taxation.rules';
import { buying } from './buying.service';
import type { StoredOrderLine, PlannedOrderLine } from '../order-lines.rules';

/** What the taxes of an order or a quotation follow from, as it was. */
export interface TaxedBefore extends SupplyParts, DocumentDiscount, Amounts, TaxParts {
  day: Day;
  round_off: number;
  lines: readonly StoredOrderLine[];
  /** Its taxes stay what its invoices have of them. */
  is_invoiced?: boolean;
}

/** What a request says of it. */
export interface SentTaxes extends SentSupply, SentDiscount, SentAmounts {
  day?: Day | undefined;
  items?: readonly unknown[] | undefined;
  services?: readonly unknown[] | undefined;
}

interface Taxing<Line extends PlannedOrderLine> {
  before: TaxedBefore | null;
  sent: SentTaxes;
  plan: { lines: readonly Line[]; isChange: boolean };
  settings: Settings;
  today: Day;
  /** Where it is not made for a customer. */
  buyer?: Buyer | undefined;
  /** Of a purchase, whose lines are one list (`items`). */
  vendor?: TaxedVendor | undefined;
}

/** The lines of an order, a quotation or a purchase with their taxes, and its amounts (docs/product/tax.md#tax-of-a-line). */
export async function taxLines<Line extends PlannedOrderLine>(
  write: Write,
  taxing: Taxing<Line>,
): Promise<TaxedDocument<Line>> {
  const { before, sent, plan, settings, today } = taxing;
  const hasNewLines = sent.items !== undefined || sent.services !== undefined;
  const fieldOf = taxing.vendor ? fieldOfItem : fieldIn(plan);
  const mode = taxModeOf(before, sent, { company: settings.tax_mode, hasNewLines });
  const discount = sentDiscount(sent, before ?? noDiscount);
  if (mode === 'single') {
    const rules = {
      taxFollows: 'amount',
      before: before ?? undefined,
      rate: settings.order_tax_rate,
    } as const;
    return taxedByOneRate({ lines: plan.lines, discount, sent, rules, fieldOf });
  }
  const day = sent.day ?? before?.day ?? today;
  const isUnchanged =
    before?.tax_mode === 'gst' &&
    !isOtherSupply(before, sent) &&
    !plan.isChange &&
    day === before.day &&
    isSameDiscount(discount, before);
  if (before && isUnchanged && (before.is_invoiced || !isSupplyOpen(before, sent)))
    return asBefore(before, plan);
  const customer_id = sent.customer_id ?? before?.customer_id ?? 0;
  const addresses = addressesOf(before, sent);
  const findBuyer = async () =>
    taxing.buyer ?? buying.get().findBuyer(write.trx, customer_id, addresses);
  const party = taxing.vendor ? { vendor: taxing.vendor } : { buyer: findBuyer };
  const taxed = await taxedByGst(write.trx, {
    lines: plan.lines,
    discount,
    day,
    supply: sentSupply(before, sent),
    ...party,
    settings,
    before: before?.lines ?? [],
    fieldOf,
  });
  const { place_of_supply, place_chosen } = taxed.values;
  const isSameSupply =
    place_of_supply === before?.place_of_supply && place_chosen === before?.place_chosen;
  return isUnchanged && isSameSupply ? asBefore(before, plan) : taxed;
}

function fieldOfItem(index: number): string {
  return `items.${index}`;
}

function fieldIn({ lines }: { lines: readonly PlannedOrderLine[] }): (index: number) => string {
  const items = lines.filter((line) => line.product_id !== null).length;
  return (index) => (index < items ? `items.${index}` : `services.${index - items}`);
}

function asBefore<Line extends PlannedOrderLine>(
  before: TaxedBefore,
  { lines }: { lines: readonly Line[] },
): TaxedDocument<Line> {
  const stored = new Map(before.lines.map((line) => [line.id, line]));
  const { subtotal, tax_rate, tax_amount, total_amount, round_off } = before;
  const { cgst_amount, sgst_amount, igst_amount, discount_percent, discount_amount } = before;
  const sums = { subtotal, tax_rate, tax_amount, total_amount, round_off };
  return {
    lines: lines.map((line) => ({ ...taxesOf(stored.get(line.id ?? 0)), ...line })),
    amounts: { ...sums, cgst_amount, sgst_amount, igst_amount },
    values: { tax_mode: 'gst', discount_percent, discount_amount },
  };
}

function taxesOf(line: StoredOrderLine | undefined) {
  return {
    tax_treatment: line?.tax_treatment ?? null,
    tax_rate: line?.tax_rate ?? null,
    discount_share: line?.discount_share ?? 0,
    cgst_amount: line?.cgst_amount ?? 0,
    sgst_amount: line?.sgst_amount ?? 0,
    igst_amount: line?.igst_amount ?? 0,
  };
}
