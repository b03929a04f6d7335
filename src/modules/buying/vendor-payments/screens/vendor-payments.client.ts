import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { downloadFile } from '~/kit/ui/calls/files';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Allocation } from '~/modules/billing/receipts/receipts.fields';
import { useAges } from '~/modules/billing/receivables/screens/receivables.client';
import type { Bill } from '~/modules/buying/bills/bills.fields';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Payables } from '../payables.fields';
import type { BillPayment, VendorPayment, WholeVendorPayment } from '../vendor-payments.fields';

export function useVendorPayments() {
  return useVendorPaymentsIn(
    useList<VendorPayment>({ entity: 'vendor_payments', path: '/vendor-payments' }),
  );
}

export type VendorPayments = ReturnType<typeof useVendorPaymentsIn>;

/** The actions on the payments of a list, or on the one of a page. */
export function useVendorPaymentsIn(list: List<VendorPayment>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<VendorPayment>) {
  const { stored } = recordCalls(
    list,
    ({ allocations: _allocations, ...row }: WholeVendorPayment): VendorPayment => row,
  );
  return {
    allocate: async (
      { id, updated_at }: VendorPayment,
      allocations: readonly Allocation[],
      idempotencyKey: string,
    ) => {
      const body = { allocations: billsOf(allocations), updated_at };
      return stored(
        await api.post<WholeVendorPayment>(`/vendor-payments/${id}/allocate`, body, {
          idempotencyKey,
        }),
      );
    },
    cancel: async ({ id, updated_at }: VendorPayment) => {
      const body = { status: 'cancelled', updated_at };
      return stored(await api.put<WholeVendorPayment>(`/vendor-payments/${id}/status`, body));
    },
  };
}

/** The allocations of the form as the call takes them. */
export function billsOf(allocations: readonly Allocation[]) {
  return allocations.map(({ invoice_id: bill_id, amount, round_off }) => ({
    bill_id,
    amount,
    round_off,
  }));
}

/** A repeated call with the same key gets the same answer. */
export function recordVendorPayment(
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<WholeVendorPayment> {
  return api.post<WholeVendorPayment>('/vendor-payments', body, { idempotencyKey });
}

/** A payment with its allocations, updated while it is shown. */
export function useWholeVendorPayment({ id, updated_at }: VendorPayment) {
  return useComputed<WholeVendorPayment>(`/vendor-payments/${id}`, {
    dependsOn: ['bills'],
    day: updated_at,
  });
}

/** What paid a bill. */
export function usePaymentsOf(billId: number) {
  return useComputed<BillPayment[]>(`/bills/${billId}/payments`, {
    dependsOn: ['vendor_payments'],
    day: '',
  });
}

/** The booked bills and credits of a vendor with a balance; none before one is chosen. */
export function useOpenBills(vendor: number | null) {
  const isEnabled = useMay('bills.read').ok && vendor !== null;
  const open = useComputed<Bill[]>(`/vendors/${vendor}/open-bills`, {
    dependsOn: ['bills'],
    day: '',
    isEnabled,
  });
  return isEnabled ? open : { ...open, data: [], state: 'ready' as const, isEarlier: false };
}

export function saveAdvice({
  id,
  payment_number,
}: Pick<VendorPayment, 'id' | 'payment_number'>): Promise<void> {
  return savePaper('Payment Advice', payment_number, { path: `/vendor-payments/${id}/pdf` });
}

/** Saves the file by which a bank makes these payments. */
export async function saveBankFile(payments: readonly VendorPayment[]): Promise<void> {
  const ids = payments.map(({ id }) => id);
  await downloadFile('/vendor-payments/file', 'Vendor-Payments.csv', { ids });
}

/** The balances of vendors at the end of the day that the address names, today without one. */
export function usePayables() {
  const ages = useAges<Payables>('/payables', ['vendors', 'bills', 'vendor_payments']);
  const { data } = ages;
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ ...row, id: row.vendor_id })),
    [data],
  );
  return { ...ages, rows };
}

export type PayablesList = ReturnType<typeof usePayables>;
/** A vendor with its balances; `id` is the vendor's. */
export type Creditor = PayablesList['rows'][number];
