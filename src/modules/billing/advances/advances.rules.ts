import type { ErrorTable } from '~/kit/shared/error-codes';
import { formatMoney } from '~/kit/shared/money/money';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { type SupplyType, type TaxSplit, taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import type { Advance } from './advances.fields';

export const advanceRefusals = {
  'advance.needs_gst': [409, 'The company does not compute tax by GST'],
  'advance.exceeds_order': [
    400,
    'More than the rest of the order that is neither invoiced nor paid in advance',
  ],
  'advance.order_cancelled': [409, 'The order is cancelled'],
  'advance.customer_mismatch': [400, 'The order or invoice belongs to another customer'],
  'advance.spent': [409, 'More than the balance of the advance'],
  'advance.used': [409, 'Invoices were paid from the advance'],
  'advance.of_receipt': [409, 'The advance is part of a receipt and is cancelled with it'],
  'advance.cancelled': [409, 'The advance is cancelled'],
} as const satisfies ErrorTable;

type AdvanceState = Pick<Advance, 'status' | 'balance'>;

const cancelled = refused('advance.cancelled', 'This advance has been cancelled');

/** Whether so many rupees of an advance can be adjusted or given back (docs/product/advances.md#what-is-left). */
export function canSpend({ status, balance }: AdvanceState, amount: number): Verdict {
  if (status === 'cancelled') return cancelled;
  if (amount <= balance && balance > 0) return allowed;
  return refused(
    'advance.spent',
    `Only ${formatMoney(balance, 'INR')} of this advance is available`,
  );
}

/** A voucher is cancelled, also after a refund, which the customer owes then (docs/product/advances.md#cancelling). */
export function canCancel({
  status,
  adjusted_amount,
}: Pick<Advance, 'status' | 'adjusted_amount'>): Verdict {
  if (status === 'cancelled') return cancelled;
  if (adjusted_amount === 0) return allowed;
  return refused(
    'advance.used',
    'Invoices were paid from this advance. Set these payments to failed first.',
  );
}

interface Ordered {
  order_number: string;
  status: string;
  /** In rupees: what invoices still will charge, and what is left of its advances. */
  uninvoiced: number;
  advanced: number;
}

/** Whether an order takes an advance of so many rupees (docs/product/advances.md#amount). */
export function canAdvance(order: Ordered, amount: number): Verdict {
  if (order.status === 'cancelled') {
    return refused('advance.order_cancelled', `Order ${order.order_number} is cancelled`);
  }
  const remaining = Math.max(0, sumOf([order.uninvoiced, -order.advanced]));
  if (amount <= remaining) return allowed;
  return refused(
    'advance.exceeds_order',
    `Only ${formatMoney(remaining, 'INR')} of order ${order.order_number} can still be paid in advance`,
  );
}

/** What an advance is called by what is left of it. */
export function statusOf({
  amount,
  adjusted_amount,
  refunded_amount,
}: Pick<Advance, 'amount' | 'adjusted_amount' | 'refunded_amount'>): 'open' | 'settled' {
  return sumOf([adjusted_amount, refunded_amount]) === amount ? 'settled' : 'open';
}

interface Supplied {
  supply_type: SupplyType;
  place_of_supply: string | null;
  reverse_charge: boolean;
}

/** How the tax of an advance is split: between states where the place is not known (docs/product/advances.md#tax). */
export function advanceSplit(supply: Supplied, seller: string | null): TaxSplit {
  const split = taxSplitOf(supply, seller);
  return split === 'within' && supply.place_of_supply === null ? 'between' : split;
}
