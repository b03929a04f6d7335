import type { ErrorTable } from '~/kit/shared/error-codes';
import { formatMoney, fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { proportion } from '~/modules/sales/documents/lines/discounts.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { BillAllocation, VendorPayment } from './vendor-payments.fields';

export const vendorPaymentRefusals = {
  'vendor_payment.exceeds_sum': [400, 'The allocations total more than the amount paid'],
  'vendor_payment.vendor_mismatch': [400, 'A bill belongs to another vendor'],
  'vendor_payment.bill_not_open': [409, 'A bill is a draft or cancelled'],
  'vendor_payment.spent': [409, 'More than the unallocated amount of the payment'],
  'vendor_payment.cancelled': [409, 'The payment is cancelled'],
  'vendor_payment.bank_details_missing': [409, 'A vendor has no bank details'],
  'vendor_payment.not_by_bank': [409, 'A payment is not a bank transfer'],
} as const satisfies ErrorTable;

type Parts = Pick<BillAllocation, 'amount' | 'tds_amount' | 'round_off'>;
type SentParts = Pick<BillAllocation, 'bill_id' | 'amount' | 'round_off'>;

/** The amount by which an allocation lowers the balance of its bill, in rupees; a credit is raised towards 0. */
export function settled({
  amount,
  tds_amount = 0,
  round_off,
}: Omit<Parts, 'tds_amount'> & Partial<Parts>): number {
  return sumOf([amount, tds_amount, round_off]);
}

/** The sums of allocations, in rupees. */
export function sumsOfBills(
  allocations: readonly Pick<Parts, 'amount' | 'round_off'>[],
): Pick<Parts, 'amount' | 'round_off'> {
  return {
    amount: sumOf(allocations.map(({ amount }) => amount)),
    round_off: sumOf(allocations.map(({ round_off }) => round_off)),
  };
}

/** The problems of allocations without regard to their payment, each at its field. */
export function billAllocationProblems(allocations: readonly SentParts[]): FieldProblem[] {
  const seen = new Set<number>();
  return allocations.flatMap((each, index) => {
    const isAgain = seen.has(each.bill_id);
    seen.add(each.bill_id);
    if (isAgain) {
      const message = 'This bill is already in the payment';
      return [{ field: `allocations.${index}.bill_id`, message }];
    }
    if (each.amount !== 0 && settled(each) !== 0) return [];
    return [{ field: `allocations.${index}.amount`, message: 'Please enter the amount' }];
  });
}

/**
 * What is wrong with what an allocation settles of a balance, both in rupees; null when it is valid. The balance of a credit
 * is below 0, and so is what is used of it (docs/product/vendor-payments.md#credits).
 */
export function settlingProblem(amount: number, balance: number): string | null {
  if (balance < 0 ? amount < balance : amount > balance)
    return 'Payment amount cannot exceed the outstanding balance';
  if (balance < 0 ? amount < 0 : amount > 0) return null;
  return balance < 0
    ? 'Enter the amount of a credit with a minus sign'
    : 'Please enter a valid payment amount';
}

/**
 * Whether a payment of an amount can be for allocations, in rupees (docs/product/vendor-payments.md#allocations). One of ₹0
 * sets credits against bills.
 */
export function canCoverBills(
  { amount }: Pick<VendorPayment, 'amount'>,
  allocations: readonly Pick<Parts, 'amount' | 'round_off'>[],
): Verdict {
  if (amount === 0 && !allocations.some((each) => each.amount > 0))
    return refused('vendor_payment.exceeds_sum', 'Please enter the amount');
  const sums = sumsOfBills(allocations);
  if (sums.amount <= amount) return allowed;
  return refused(
    'vendor_payment.exceeds_sum',
    `The allocations total ${formatMoney(sums.amount, 'INR')}, more than the ${formatMoney(amount, 'INR')} paid`,
  );
}

/** The problem of TDS that a payment withholds, with the unallocated rest in rupees; null when it is valid. */
export function advanceTdsProblem(tds: number, unallocated: number): string | null {
  if (tds === 0 || unallocated > 0) return null;
  return 'TDS is withheld from an advance, but all of the amount is allocated to bills';
}

const cancelled = refused('vendor_payment.cancelled', 'This payment has been cancelled');

/** Whether so much of a payment's rest can go to bills, in rupees (docs/product/vendor-payments.md#advances). */
export function canAllocateToBills(
  payment: Pick<VendorPayment, 'status' | 'unallocated'>,
  amount: number,
): Verdict {
  if (payment.status === 'cancelled') return cancelled;
  if (amount <= payment.unallocated) return allowed;
  return refused(
    'vendor_payment.spent',
    `Only ${formatMoney(payment.unallocated, 'INR')} of this payment is unallocated`,
  );
}

/** A payment is cancelled with all its allocations (docs/product/vendor-payments.md#cancelling). */
export function canCancelPayment({ status }: Pick<VendorPayment, 'status'>): Verdict {
  return status === 'cancelled' ? cancelled : allowed;
}

/** The problem of a payment date, or null. */
export function paymentDateProblem(paymentDate: Day, today: Day): string | null {
  return paymentDate > today ? 'The payment date cannot be in the future' : null;
}

type Advance = Pick<VendorPayment, 'unallocated' | 'tds_amount' | 'allocated_tds'>;

/**
 * The TDS of an advance that goes to bills with each of these amounts, in rupees: in proportion to what is still unallocated,
 * and all of it with the last rupee (docs/product/vendor-payments.md#tds).
 */
export function tdsShares(advance: Advance, amounts: readonly number[]): number[] {
  let rest = toPaise(advance.unallocated);
  let tds = toPaise(advance.tds_amount) - toPaise(advance.allocated_tds);
  return amounts.map((amount) => {
    const used = Math.min(Math.max(0, toPaise(amount)), rest);
    if (used === 0) return 0;
    const share = proportion(tds, used, rest);
    rest -= used;
    tds -= share;
    return fromPaise(share);
  });
}

/** The money of an advance that settles a balance together with its TDS, in rupees (docs/product/vendor-payments.md#tds). */
export function lessTds(
  balance: number,
  { unallocated, tds }: { unallocated: number; tds: number },
): number {
  if (balance <= 0 || tds <= 0) return balance;
  const [rest, withheld] = [BigInt(toPaise(unallocated)), BigInt(toPaise(tds))];
  return fromPaise(Number((BigInt(toPaise(balance)) * rest) / (rest + withheld)));
}

/** A bill as payments pay it; a vendor's credit has a negative balance. */
export interface OpenBill {
  id: number;
  bill_date: Day;
  due_date: Day;
  balance_due: number;
}

/** Open bills in the order in which a payment fills them: credits, then the longest due. */
export function billsInOrder<Row extends OpenBill>(bills: readonly Row[]): Row[] {
  return bills
    .filter(({ balance_due }) => balance_due !== 0)
    .toSorted(
      (one, other) =>
        Number(other.balance_due < 0) - Number(one.balance_due < 0) ||
        one.due_date.localeCompare(other.due_date) ||
        one.bill_date.localeCompare(other.bill_date) ||
        one.id - other.id,
    );
}

/** "Pay" on a bill: fills this one first, and the others from the rest. */
export function allocateToBillFirst(
  first: number,
  bills: readonly OpenBill[],
  paid: number,
): SentParts[] {
  const own = bills.find(({ id, balance_due }) => id === first && balance_due > 0);
  const amount = Math.min(own?.balance_due ?? 0, paid);
  const left = sumOf([paid, -amount]);
  const others = bills.filter(({ id }) => id !== first);
  return [
    ...(amount > 0 ? [{ bill_id: first, amount, round_off: 0 }] : []),
    ...(left > 0 || !own ? allocateToBills(others, left) : []),
  ];
}

/**
 * "Allocate oldest first": fills open bills from the amount paid, in rupees, and from the vendor's credits as far as the bills
 * need them (docs/product/vendor-payments.md#allocations).
 */
export function allocateToBills(bills: readonly OpenBill[], paid: number): SentParts[] {
  const owed = sumOf(bills.map(({ balance_due }) => Math.max(0, balance_due)));
  let credit = Math.max(0, toPaise(owed) - toPaise(paid));
  let remaining = toPaise(paid);
  const filled: SentParts[] = [];
  for (const { id: bill_id, balance_due } of billsInOrder(bills)) {
    const balance = toPaise(balance_due);
    const used = balance < 0 ? -Math.min(-balance, credit) : Math.min(balance, remaining);
    if (balance < 0) credit += used;
    remaining -= used;
    if (used !== 0) filled.push({ bill_id, amount: fromPaise(used), round_off: 0 });
  }
  return filled;
}
