import type { ErrorTable } from '~/kit/shared/error-codes';
import { formatMoney, fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { proportion } from '~/modules/sales/documents/lines/discounts.rules';
import { sumOf, taxOn } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { chargedBy } from '~/modules/billing/invoices/invoices.rules';
import type { Allocation, Receipt } from './receipts.fields';

export const receiptRefusals = {
  'receipt.exceeds_sum': [400, 'The allocations total more than the amount received'],
  'receipt.tds_exceeds_sum': [400, 'The TDS of the allocations is more than the amount received'],
  'receipt.customer_mismatch': [400, 'An invoice belongs to another customer'],
  'receipt.spent': [409, 'More than the unallocated amount of the receipt'],
  'receipt.credit_used': [409, 'Other invoices were paid from the rest of the receipt'],
  'receipt.cancelled': [409, 'The receipt is cancelled'],
} as const satisfies ErrorTable;

type Parts = Pick<Allocation, 'amount' | 'tds_amount' | 'round_off'>;

/** The amount by which an allocation lowers its invoice, in rupees (docs/product/receipts.md#allocations). */
export function allocated({ amount, tds_amount, round_off }: Parts): number {
  return sumOf([amount, tds_amount, round_off]);
}

/** The sums of allocations, in rupees. */
export function sumsOf(allocations: readonly Parts[]): Parts {
  const sum = (name: keyof Parts) => sumOf(allocations.map((each) => each[name]));
  return {
    amount: sum('amount'),
    tds_amount: sum('tds_amount'),
    round_off: sum('round_off'),
  };
}

/** The problems of allocations without regard to their receipt, each at its field. */
export function allocationProblems(
  allocations: readonly (Parts & Pick<Allocation, 'invoice_id'>)[],
): FieldProblem[] {
  const seen = new Set<number>();
  return allocations.flatMap((each, index) => {
    const isAgain = seen.has(each.invoice_id);
    seen.add(each.invoice_id);
    if (isAgain) {
      const message = 'This invoice is already in the receipt';
      return [{ field: `allocations.${index}.invoice_id`, message }];
    }
    if (allocated(each) > 0) return [];
    return [{ field: `allocations.${index}.amount`, message: 'Please enter the amount' }];
  });
}

/**
 * Whether a receipt of an amount can be for these sums, in rupees (docs/product/receipts.md#allocations). One of ₹0 is for TDS
 * alone.
 */
export function canCover({ amount }: Pick<Receipt, 'amount'>, sums: Parts): Verdict {
  if (amount === 0 && sums.tds_amount === 0)
    return refused('receipt.exceeds_sum', 'Please enter the amount');
  if (sums.amount <= amount) return allowed;
  return refused(
    'receipt.exceeds_sum',
    `The allocations total ${formatMoney(sums.amount, 'INR')}, more than the ${formatMoney(amount, 'INR')} received`,
  );
}

const cancelled = refused('receipt.cancelled', 'This receipt has been cancelled');

/** Whether so much of a receipt's credit can go to invoices (docs/product/receipts.md#credit). */
export function canAllocate(
  receipt: Pick<Receipt, 'status' | 'unallocated'>,
  sums: Parts,
): Verdict {
  if (receipt.status === 'cancelled') return cancelled;
  if (sums.amount > receipt.unallocated) {
    return refused(
      'receipt.spent',
      `Only ${formatMoney(receipt.unallocated, 'INR')} of this receipt is unallocated`,
    );
  }
  return allowed;
}

/** Whether so much of a receipt's credit can go back to the customer, in rupees (docs/product/receipts.md#refund). */
export function canRefund(
  { status, unallocated }: Pick<Receipt, 'status' | 'unallocated'>,
  amount: number = unallocated,
): Verdict {
  if (status === 'cancelled') return cancelled;
  if (amount > 0 && amount <= unallocated) return allowed;
  return refused(
    'receipt.spent',
    `Only ${formatMoney(unallocated, 'INR')} of this receipt is unallocated`,
  );
}

/** The problem of a receipt date, or null (docs/product/receipts.md#fields). */
export function receiptDateProblem(receiptDate: Day, today: Day): string | null {
  return receiptDate > today ? 'The receipt date cannot be in the future' : null;
}

/** The share of the amount that was refunded or, where an advance holds the rest, applied elsewhere; in rupees. */
export function spentCredit({
  status,
  amount,
  allocated_amount,
  unallocated,
}: Pick<Receipt, 'status' | 'amount' | 'allocated_amount' | 'unallocated'>): number {
  return status === 'cancelled' ? 0 : sumOf([amount, -allocated_amount, -unallocated]);
}

/** A receipt is cancelled, also after a refund, which the customer owes then (docs/product/receipts.md#cancelling). */
export function canCancel({ status }: Pick<Receipt, 'status'>): Verdict {
  return status === 'cancelled' ? cancelled : allowed;
}

/** What of an invoice says how much is left to pay, and since when. */
export type Owed = Pick<
  Invoice,
  | 'id'
  | 'due_date'
  | 'invoice_date'
  | 'balance_due'
  | 'subtotal'
  | 'total_amount'
  | 'credited_amount'
  | 'debited_amount'
  | 'tds_amount'
>;

/** Unpaid invoices in the order in which a receipt fills them: the longest due first. */
export function oldestFirst<Row extends Owed>(invoices: readonly Row[]): Row[] {
  return invoices
    .filter(({ balance_due }) => balance_due > 0)
    .toSorted(
      (one, other) =>
        one.due_date.localeCompare(other.due_date) ||
        one.invoice_date.localeCompare(other.invoice_date) ||
        one.id - other.id,
    );
}

/**
 * TDS on the taxable value that an invoice and its notes charge, less what was recorded, in rupees; the rate is in percent
 * (docs/product/receipts.md#allocations).
 */
export function tdsOn(invoice: Omit<Owed, 'id'>, rate: number): number {
  const { subtotal, total_amount, tds_amount } = invoice;
  if (total_amount <= 0) return 0;
  const charged = toPaise(chargedBy(invoice));
  const taxable = proportion(toPaise(subtotal), charged, toPaise(total_amount));
  return Math.max(0, sumOf([taxOn(fromPaise(taxable), rate), -tds_amount]));
}

interface Received {
  amount: number;
  tdsRate: number;
}

/**
 * "Allocate oldest first": fills unpaid invoices from the sum received, in rupees, with TDS at a rate in percent of their
 * taxable value; of the invoice at which the sum ends, in proportion (docs/product/receipts.md#allocations).
 */
export function allocateOldestFirst(
  invoices: readonly Owed[],
  { amount, tdsRate }: Received,
): Allocation[] {
  let remaining = toPaise(amount);
  const filled: Allocation[] = [];
  for (const invoice of oldestFirst(invoices)) {
    if (remaining <= 0) break;
    const balance = toPaise(invoice.balance_due);
    const tds = Math.min(toPaise(tdsOn(invoice, tdsRate)), balance);
    const needed = balance - tds;
    const cash = Math.min(remaining, needed);
    remaining -= cash;
    filled.push({
      invoice_id: invoice.id,
      amount: fromPaise(cash),
      tds_amount: fromPaise(cash === needed ? tds : proportion(tds, cash, needed)),
      round_off: 0,
    });
  }
  return filled;
}

const mostRounded = 100;

/**
 * The same, with the invoice at which the sum ends settled by a round-off of at most ₹1, where less or more was paid than
 * its balance. Null for any other difference.
 */
export function allocateRounded(
  invoices: readonly Owed[],
  received: Received,
): Allocation[] | null {
  const filled = allocateOldestFirst(invoices, received);
  // A surplus on one invoice may have started to fill the next one.
  const last = filled.length - 1;
  return settledAt(filled, last) ?? settledAt(filled, last - 1);

  function settledAt(all: readonly Allocation[], at: number): Allocation[] | null {
    const invoice = invoices.find(({ id }) => id === all[at]?.invoice_id);
    if (!invoice) return null;
    const before = all.slice(0, at);
    const cash = toPaise(received.amount) - toPaise(sumsOf(before).amount);
    const balance = toPaise(invoice.balance_due);
    const tds = Math.min(toPaise(tdsOn(invoice, received.tdsRate)), balance);
    const rounded = balance - tds - cash;
    if (rounded === 0 || Math.abs(rounded) > mostRounded) return null;
    const settled = {
      invoice_id: invoice.id,
      amount: fromPaise(cash),
      tds_amount: fromPaise(tds),
      round_off: fromPaise(rounded),
    };
    return [...before, settled];
  }
}
