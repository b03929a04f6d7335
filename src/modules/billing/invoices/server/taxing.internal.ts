import type { Write } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import {
  type DocumentDiscount,
  noDiscount,
  sentDiscount,
} from '~/modules/sales/documents/lines/discounts.rules';
import {
  type TaxedDocument,
  taxedByGst,
  taxedByOneRate,
} from '~/modules/sales/documents/taxes/server/taxation.service';
import {
  addressesOf,
  sentSupply,
  supplyNames,
  type SupplyParts,
  taxModeOf,
} from '~/modules/sales/documents/taxes/tax-changes.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { invoiceAmounts } from '../invoices.rules';
import type { InvoiceWithLines } from '../invoices.fields';
import type { InvoiceChange, NewInvoice } from '../requests.schema';
import { discountFromOrder } from '../order-discounts.rules';
import { restOfParts } from '../order-rests.rules';
import { findChargedOrder } from './charged-orders.queries';
import { type InvoicedOrder, type LinkedLine, listShares, sumTakenDiscount } from './lines.queries';

interface Taxing {
  before: InvoiceWithLines | null;
  sent: NewInvoice | InvoiceChange;
  customerId: number;
  /** The order that a new invoice charges for. */
  order: InvoicedOrder | null;
  /** The same, also of a draft that changes. */
  orderId: number | null;
  lines: readonly LinkedLine[];
  settings: Settings;
  day: Day;
}

/** A draft's lines with their taxes, its amounts before the `rest` of its order, and that (docs/product/tax.md#tax-of-a-line). */
export async function taxInvoice(
  write: Write,
  taxing: Taxing,
): Promise<TaxedDocument<LinkedLine> & { rest: number }> {
  const taxed = await taxedAlone(write, taxing);
  const { before, orderId } = taxing;
  if (orderId === null) return { ...taxed, rest: 0 };
  const others = { exceptInvoice: before?.id ?? null };
  const found = await findChargedOrder(write.trx, orderId, others);
  const { tax_mode } = taxed.values;
  return { ...taxed, rest: found ? restOfParts(found, { ...taxed, tax_mode }) : 0 };
}

async function taxedAlone(
  write: Write,
  { before, sent, customerId, order, lines, settings, day }: Taxing,
): Promise<TaxedDocument<LinkedLine>> {
  const fieldOf = (index: number) => `items.${index}`;
  const hasNewLines = sent.items !== undefined;
  const mode = taxModeOf(before, sent, { company: settings.tax_mode, hasNewLines });
  const discount = await discountOf(write, { before, sent, order, lines });
  if (mode === 'single') {
    const rate = before?.tax_rate ?? order?.tax_rate ?? settings.invoice_tax_rate;
    const rules = { ...invoiceAmounts, before: before ? withoutRest(before) : undefined, rate };
    const taxed = taxedByOneRate({ lines, discount, sent, rules, fieldOf });
    const shipping = await shippingOf(write, { before, sent, customerId });
    return { ...taxed, values: { ...taxed.values, ...shipping } };
  }
  const stored = before ?? ofOrder(order);
  const patch = { ...sent, customer_id: customerId };
  return taxedByGst(write.trx, {
    lines,
    discount,
    day,
    supply: sentSupply(stored, patch),
    buyer: () => findBuyer(write.trx, customerId, addressesOf(stored, patch)),
    settings,
    before: before?.items ?? [],
    fieldOf,
  });
}

function withoutRest(before: InvoiceWithLines): InvoiceWithLines {
  return { ...before, total_amount: sumOf([before.subtotal, before.tax_amount]) };
}

/** The discount that is sent, that of before, or what a new invoice takes over from its order. */
async function discountOf(
  { trx }: Write,
  { before, sent, order, lines }: Pick<Taxing, 'before' | 'sent' | 'order' | 'lines'>,
): Promise<DocumentDiscount> {
  const isSilent = sent.discount_percent === undefined && sent.discount_amount === undefined;
  if (before || !order || !isSilent || order.discount_amount === 0) {
    return sentDiscount(sent, before ?? noDiscount);
  }
  const [shares, invoiced_discount] = await Promise.all([
    listShares(trx, { orderId: order.id, exceptInvoice: null }),
    sumTakenDiscount(trx, order.id),
  ]);
  return discountFromOrder({ ...order, invoiced_discount, lines: shares }, lines);
}

/** The supply of its order, which a new invoice takes over as far as the same addresses are named; null without any. */
function ofOrder(order: InvoicedOrder | null): SupplyParts | null {
  if (!order || order.supply_type === null) return null;
  return { ...picked(order, ['customer_id', 'place_chosen', ...supplyNames]), tax_mode: 'gst' };
}

/** Where the goods of an invoice with one rate go: it is printed, and has no part in the tax. */
async function shippingOf(
  { trx }: Write,
  { before, sent, customerId }: Pick<Taxing, 'before' | 'sent' | 'customerId'>,
): Promise<{ shipping_address_id?: number | null }> {
  const { shipping_address_id } = sent;
  if (shipping_address_id === undefined) {
    return before && before.customer_id !== customerId ? { shipping_address_id: null } : {};
  }
  await findBuyer(trx, customerId, { billing_address_id: null, shipping_address_id });
  return { shipping_address_id };
}
