import type { Write } from '~/kit/server/database/context';
import { picked } from '~/kit/shared/fields/picked';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import {
  type DocumentDiscount,
  noDiscount,
  sentDiscount,
} from '~/modules/sales/documents/discounts.rules';
import {
  type TaxedDocument,
  taxedByGst,
  taxedByOneRate,
} from '~/modules/sales/documents/server/taxation.service';
import {
  addressesOf,
  sentSupply,
  supplyNames,
  taxModeOf,
} from '~/modules/sales/documents/tax-changes.rules';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { invoiceAmounts } from '../invoices.rules';
import type { InvoiceWithLines } from '../invoices.fields';
import type { InvoiceChange, NewInvoice } from '../requests.schema';
import { discountFromOrder } from '../order-discounts.rules';
import { restOfParts } from '../order-rests.rules';
import {
  findInvoicedParts,
  type InvoicedOrder,
  type LinkedLine,
  listShares,
  sumTakenDiscount,
} from './lines.queries';

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
  const { before, orderId, settings } = taxing;
  const roundsToRupee = taxed.values.tax_mode === 'gst' && settings.round_to_rupee;
  if (orderId === null || roundsToRupee) return { ...taxed, rest: 0 };
  const exceptInvoice = before?.id ?? null;
  const parts = await findInvoicedParts(write.trx, { orderId, exceptInvoice });
  const { total_amount } = taxed.amounts;
  return { ...taxed, rest: parts ? restOfParts(parts, taxed.lines, total_amount) : 0 };
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
    return taxedByOneRate({ lines, discount, sent, rules, fieldOf });
  }
  const patch = { ...(before ? {} : ofOrder(order)), ...sent, customer_id: customerId };
  return taxedByGst(write.trx, {
    lines,
    discount,
    day,
    supply: sentSupply(before, patch),
    buyer: () => findBuyer(write.trx, customerId, addressesOf(before, patch)),
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

/** What a new invoice takes over from its order, where that says anything. */
function ofOrder(order: InvoicedOrder | null) {
  if (!order || order.supply_type === null) return {};
  return picked(order, supplyNames);
}
