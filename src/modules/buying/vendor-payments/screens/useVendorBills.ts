import { useCallback, useMemo } from 'react';
import type { LineRules, Payable } from '~/modules/billing/receipts/receipt-form.rules';
import { allocationFields } from '~/modules/billing/receipts/receipts.fields';
import { allocateRounded } from '~/modules/billing/receipts/receipts.rules';
import type { PaidDocuments } from '~/modules/billing/receipts/screens/useAllocations';
import type { Bill } from '~/modules/buying/bills/bills.fields';
import { billAllocationFields, mostBills } from '../vendor-payments.fields';
import { allocateToBills, billsInOrder, lessTds, settlingProblem } from '../vendor-payments.rules';
import { useOpenBills } from './vendor-payments.client';

const rules: LineRules = {
  fields: { ...allocationFields, ...billAllocationFields },
  fill: (bills, { amount }) =>
    allocateToBills(bills.map(openOf), amount).map(({ bill_id, ...filled }) => ({
      ...filled,
      invoice_id: bill_id,
      tds_amount: 0,
    })),
  round: (bills, paid) =>
    bills.some(({ balance_due }) => balance_due < 0) ? null : allocateRounded(bills, paid),
  problem: settlingProblem,
};

function openOf({ invoice_date: bill_date, ...bill }: Omit<Payable, 'invoice_number'>) {
  return { ...bill, bill_date };
}

interface Advance {
  unallocated: number;
  /** What it withheld and no bill has yet, in rupees. */
  tds: number;
}

const withoutTds: Advance = { unallocated: 0, tds: 0 };

/** The bills that payments to vendors pay; those that an advance pays are less the TDS that goes to them with it. */
export function useVendorBills({ unallocated, tds }: Advance = withoutTds): PaidDocuments {
  return useMemo(() => billsOf({ unallocated, tds }), [unallocated, tds]);
}

function billsOf(advance: Advance): PaidDocuments {
  return {
    party: 'vendor',
    document: 'bill',
    rules,
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
function payableOf(bill: Bill, advance: Advance): Payable {
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
