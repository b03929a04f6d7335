import type { Write } from '~/kit/server/database/context';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import { type Supply, supplyOf } from '~/modules/sales/documents/taxes/taxation.rules';
import type { SupplyType, TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import { enforceWritable } from '~/kit/server/database/write-rights';
import {
  advanceParts,
  type AdvancePart,
  type AdvanceShare,
  rateOf,
  sharesOf,
} from '../advance-amounts.rules';
import { advanceSplit, canAdvance } from '../advances.rules';
import type { NewAdvance } from '../requests.schema';
import { type AdvancedOrder, findPayer, lockAdvancedOrder } from './advances.queries';

/** An advance worked out, before it is written. */
export interface AdvancePlan {
  settings: Settings;
  order: AdvancedOrder | null;
  customer_id: number;
  billing_address_id: number | null;
  advance_date: Day;
  supply: Supply & { supply_type: SupplyType };
  split: TaxSplit;
  parts: AdvancePart[];
}

/**
 * Works out who pays what for, and the tax in it (docs/product/advances.md#tax); locks the order, whose advances are
 * counted. 400, 403 for viewers, 409 without GST or for a cancelled order.
 */
export async function planAdvance(write: Write, sent: NewAdvance): Promise<AdvancePlan> {
  const { trx } = write;
  const settings = await getSettings(trx);
  if (settings.tax_mode !== 'gst') {
    const message = 'Receipt vouchers are only available in GST mode';
    throw new AppError('advance.needs_gst', message);
  }
  const order = await orderOf(write, sent);
  const customer_id = order?.customer_id ?? sent.customer_id ?? 0;
  const payer = await findPayer(write, customer_id);
  if (!payer) throw invalid('customer_id', 'Customer not found');
  await enforceWritable(write, payer);
  const today = await companyToday(write);
  const advance_date = sent.advance_date ?? today;
  if (advance_date > today)
    throw invalid('advance_date', 'The advance date cannot be in the future');
  const shares = order ? sharesOf(order.lines) : [shareOf(sent)];
  const hasGoods = shares.some(({ kind }) => kind === 'goods');
  const supplied = await supplyOfAdvance(write, { order, customer_id, settings, hasGoods });
  const parts = advanceParts(sent.amount, shares, supplied.split);
  return { settings, order, customer_id, advance_date, parts, ...supplied };
}

async function orderOf(write: Write, sent: NewAdvance): Promise<AdvancedOrder | null> {
  if (!sent.order_id) return null;
  const order = await lockAdvancedOrder(write, sent.order_id);
  if (!order) throw invalid('order_id', 'Order not found');
  const record = { type: 'order', id: order.id, label: order.order_number } as const;
  if (sent.customer_id && sent.customer_id !== order.customer_id) {
    const message = `Order ${order.order_number} belongs to another customer`;
    const details = [{ field: 'order_id', message, record }];
    throw new AppError('advance.customer_mismatch', message, { details });
  }
  const verdict = canAdvance(order, sent.amount);
  if (!verdict.ok) {
    const isCancelled = order.status === 'cancelled';
    const field = isCancelled ? 'order_id' : 'amount';
    enforce(verdict, [{ field, message: verdict.message, record }]);
  }
  return order;
}

function shareOf({ supply, tax_rate }: NewAdvance): AdvanceShare {
  const kind = supply ?? 'services';
  return { kind, tax_rate: rateOf(kind, { tax_rate: tax_rate ?? null }), weight: 1 };
}

interface Supplied {
  order: AdvancedOrder | null;
  customer_id: number;
  settings: Settings;
  hasGoods: boolean;
}

async function supplyOfAdvance(
  { trx }: Write,
  { order, customer_id, settings, hasGoods }: Supplied,
): Promise<Pick<AdvancePlan, 'supply' | 'split' | 'billing_address_id'>> {
  const isOrders = order?.tax_mode === 'gst';
  const buyer = await findBuyer(trx, customer_id, {
    billing_address_id: isOrders ? order.billing_address_id : undefined,
    shipping_address_id: isOrders ? order.shipping_address_id : undefined,
  });
  const { state_code: seller } = await billingIdentity(trx);
  const sent = {
    supply_type: isOrders ? order.supply_type : null,
    place_of_supply: isOrders && order.place_chosen ? order.place_of_supply : null,
    reverse_charge: (isOrders && order.reverse_charge) || false,
  };
  const hasLut = settings.lut_number !== null;
  const {
    reason: _reason,
    place_chosen: _chosen,
    ...supply
  } = supplyOf(sent, buyer, { seller, hasLut, hasGoods });
  return {
    supply,
    split: advanceSplit(supply, seller),
    billing_address_id: buyer.billing?.id ?? null,
  };
}
