import { useMemo } from 'react';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { VendorPayment } from '../vendor-payments.fields';
import { canCancelPayment } from '../vendor-payments.rules';
import { saveAdvice } from './vendor-payments.client';

const asks = ['allocate', 'cancel'] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (payment: VendorPayment) => void>>;

/** Which dialog is open, and the actions that open one. `?view={id}` and `?new=1` open theirs. */
export function useVendorPaymentDialogs(rows: readonly VendorPayment[]) {
  const { create: canCreate, update: mayUpdate } = useRights('vendor_payments');
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, mayUpdate), [show, mayUpdate]);
  return { ...dialogs, rowActions };
}

export type VendorPaymentDialogsState = ReturnType<typeof useVendorPaymentDialogs>;

function actionsOf(show: Show, mayUpdate: boolean): readonly RowAction<VendorPayment>[] {
  return [
    viewAction(show.view),
    paperAction(
      'apply',
      'Allocate',
      show.allocate,
      ({ unallocated }) => mayUpdate && unallocated > 0,
    ),
    paperAction('download', 'Download Payment Advice', (payment) => void saveAdvice(payment)),
    shareAction(({ id, payment_number }) => [
      'Payment Advice',
      payment_number,
      `/vendor-payments/${id}/pdf`,
    ]),
    paperAction(
      'cancel',
      'Cancel Payment',
      show.cancel,
      (payment) => mayUpdate && canCancelPayment(payment).ok,
    ),
  ];
}
