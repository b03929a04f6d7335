import { useCallback, useMemo } from 'react';
import type { LineRules, Payable } from '~/modules/billing/receipts/receipt-form.rules';
import { allocationFields } from '~/modules/billing/receipts/receipts.fields';
import { allocateRounded } from '~/modules/billing/receipts/receipts.rules';
import type { PaidDocuments } from '~/modules/billing/receipts/screens/useAllocations';
import type { Bill } from '~/modules/buying/bills/bills.fields';
import { billAllocationFields, mostBills } from '../vendor-payments.fields';
import {
  allocateToBillFirst,
  allocateToBills,
  billsInOrder,
  lessTds,
  settlingProblem,
} from '../vendor-payments.rules';
import { useOpenBills } from './vendor-payments.client';

const rulesOf = (first: number | null): LineRules => ({
  fields: { ...allocationFields, ...billAllocationFields },
  fill: (bills, { amount }) => {
    const open = bills.map(openOf);
    const filled =
      first === null ? allocateToBills(open, amount) : allocateToBillFirst(first, open, amount);
    return filled.map(({ bill_id, ...parts }) => ({
      ...parts,
      invoice_id: bill_id,
      tds_amount: 0,
    }));
  },
  round: (bills, paid) =>
    bills.some(({ balance_due }) => balance_due < 0) ? null : allocateRounded(bills, paid),
  problem: settlingProblem,
});

function openOf({ invoice_date: bill_date, ...bill }: Omit<Payable, 'invoice_number'>) {
  return { ...bill, bill_date };
}

interface Paid {
  /** The bill that is filled before the others. */
  first?: number | null;
  /** What an advance has left, in rupees. */
  unallocated?: number;
  /** What it withheld and no bill has yet, in rupees. */
  tds?: number;
}

/** The bills that payments to vendors pay; those that an advance pays are less the TDS that goes to them with it. */
export function useVendorBills({ first = null, unallocated = 0, tds = 0 }: Paid): PaidDocuments {
  return useMemo(() => billsOf({ first, unallocated, tds }), [first, unallocated, tds]);
}

function billsOf({ first, ...advance }: Required<Paid>): PaidDocuments {
  return {
    party: 'vendor',
    document: 'bill',
    rules: rulesOf(first),
    useUnpaid: (vendor) => {
      const { data, ...open } = useOpenBills(vendor);
      const bills = useMemo(
        () =>
          billsInOrder(data ?? [])
            .slice(0, mostBills)
            .map((bill) => payableOf(bill, advance)),
        [data],
      );
      return { ...open, payable: useCallback(() => bills, [bills]) };
    },
  };
}

/** A bill as the form describes a document to pay. */
function payableOf(bill: Bill, advance: Parameters<typeof lessTds>[1]): Payable {
  const { id, bill_number, voucher_number, bill_date, due_date, balance_due } = bill;
  return {
    id,
    invoice_number: `${bill_number} (${voucher_number})`,
    invoice_date: bill_date,
    due_date,
    balance_due: lessTds(balance_due, advance),
    subtotal: 0,
    total_amount: 0,
    credited_amount: 0,
    debited_amount: 0,
    tds_amount: 0,
  };
}
