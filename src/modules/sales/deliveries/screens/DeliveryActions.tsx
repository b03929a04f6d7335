import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import { savePickingList } from '~/modules/sales/orders/screens/PickingList';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Delivery } from '../deliveries.fields';
import { canCancel, canDelete, canInvoice, canTakeStatus, isNumbered } from '../deliveries.rules';
import { deliveryContact, saveChallan } from './deliveries.client';

const questions = ['dispatch', 'deliver', 'cancel', 'invoice', 'delete'] as const;
const asks = ['edit', 'eWayBill', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (delivery: Delivery) => void>>;

export type DeliveryQuestion = RecordQuestion<Delivery, (typeof questions)[number]>;

const noNew = { canCreate: false };

/** Which dialog is open, and the actions that open one. `?view={id}` opens its. */
export function useDeliveryDialogs(rows: readonly Delivery[]) {
  const may = useDeliveryRights();
  const dialogs = useRecordDialogs(rows, asks, noNew);
  const { show } = dialogs;
  const contact = useContactActions('deliveries', deliveryContact);
  const rowActions = useMemo(() => [...actionsOf(show, may), ...contact], [show, may, contact]);
  return { ...dialogs, rowActions, question: dialogs.questionAmong(questions) };
}

export type DeliveryDialogsState = ReturnType<typeof useDeliveryDialogs>;

/** What the person may do with deliveries where they work (docs/product/roles.md#rights). */
function useDeliveryRights() {
  const rights = useRights('deliveries');
  // The e-way bill portal takes documents by GST alone.
  const isGst = useSettings().tax_mode === 'gst';
  const invoice = useMay('invoices.create').ok;
  const pick = useMay('orders.read').ok;
  return useMemo(
    () => ({ ...rights, file: rights.export && isGst, invoice, pick }),
    [rights, isGst, invoice, pick],
  );
}

function actionsOf(
  show: Show,
  may: ReturnType<typeof useDeliveryRights>,
): readonly RowAction<Delivery>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, ({ status }) => may.update && status !== 'cancelled'),
    paperAction(
      'dispatch',
      'Dispatch',
      show.dispatch,
      ({ status }) => may.update && status === 'draft',
    ),
    paperAction(
      'deliver',
      'Mark as Delivered',
      show.deliver,
      (delivery) =>
        may.update && delivery.status === 'dispatched' && canTakeStatus(delivery, 'delivered').ok,
    ),
    paperAction(
      'invoice',
      'Create Invoice',
      show.invoice,
      (delivery) => may.invoice && canInvoice(delivery).ok,
    ),
    secondary(
      paperAction('download', 'Download Challan', (delivery) => void saveChallan(delivery)),
    ),
    shareAction(({ id, delivery_number }) => ['Challan', delivery_number, `/deliveries/${id}/pdf`]),
    secondary(
      paperAction(
        'eWayBill',
        'E-Way Bill',
        show.eWayBill,
        (delivery) => may.file && isNumbered(delivery) && delivery.status !== 'cancelled',
      ),
    ),
    secondary(
      paperAction(
        'pick',
        'Picking List',
        ({ order_id }) => void savePickingList(order_id === null ? [] : [order_id]),
        ({ order_id, status }) => may.pick && order_id !== null && status === 'draft',
      ),
    ),
    // For an invoiced delivery the server states the invoices that prevent it.
    paperAction(
      'cancel',
      'Cancel Delivery',
      show.cancel,
      (delivery) => may.update && canCancel({ ...delivery, is_invoiced: false }).ok,
    ),
    deleteAction(show.delete, (delivery) => may.delete && canDelete(delivery).ok),
  ];
}
