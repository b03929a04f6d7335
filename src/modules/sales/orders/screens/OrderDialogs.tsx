import { type ComponentType, useMemo, useRef, useState } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { toast } from '~/kit/ui/messages/toasts';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Order, OrderWithLines } from '../orders.fields';
import { canClose, canGenerateInvoice, hasOpenItems } from '../orders.rules';
import { closeOrder, deliverAll, orderContact, type Orders } from './orders.client';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import { PaperQuestion } from '~/modules/sales/papers/screens/PaperQuestion';

const OrderDetails = lazyDialog('order', () => import('./OrderDetails'));
const EditOrder = lazyDialog('subject', () => import('./EditOrder'));

/** What is made of an order by modules that depend on this one; each is closed while `order` is null. */
export interface OrderForms {
  InvoiceForm: ComponentType<{ order: OrderWithLines | null; onClose: () => void }>;
  AdvanceForm: ComponentType<{ order: Order | null; onClose: () => void }>;
  DeliverForm: ComponentType<{ order: Order | null; onClose: () => void }>;
}

interface Props extends OrderForms {
  orders: Orders;
  dialogs: OrderDialogsState;
}

export function OrderDialogs({ orders, dialogs, InvoiceForm, AdvanceForm, DeliverForm }: Props) {
  const { viewed, subject, invoiced, recordTo, close } = dialogs;
  const recordToDelete = recordTo('delete');
  return (
    <>
      <OrderDetails
        order={viewed}
        onClose={close}
        onEdit={dialogs.may.update ? dialogs.edit : null}
        onInvoice={dialogs.may.invoice ? dialogs.invoice : null}
        onDeliver={dialogs.may.deliver ? dialogs.deliver : null}
      />
      <EditOrder orders={orders} subject={subject} onClose={close} />
      <InvoiceForm order={invoiced} onClose={close} />
      <AdvanceForm order={recordTo('advance')} onClose={close} />
      <DeliverForm order={recordTo('deliver')} onClose={close} />
      <PaperQuestion question={dialogs.question} onClose={close} />
      <ConfirmDelete
        noun="Order"
        record={recordToDelete}
        label={
          recordToDelete && `${recordToDelete.order_number} of ${recordToDelete.customer_name}`
        }
        message="This action cannot be undone. Reserved or shipped stock is returned."
        onDelete={orders.delete}
        done="Order deleted successfully!"
        offlineText="Failed to delete order: Network error"
        onClose={close}
      />
    </>
  );
}

const asks = [
  'edit',
  'invoice',
  'advance',
  'deliver',
  'deliverAll',
  'closeShort',
  'delete',
] as const;

/** Which dialog is open, and the actions that open one. `/orders?new=1` and `/orders?view={id}` open theirs. */
export function useOrderDialogs(orders: Orders) {
  const may = useOrderRights();
  const dialogs = useRecordDialogs(orders.rows, asks, { canCreate: may.create });
  const { openDialog, record, recordTo } = dialogs;
  const { show, whole } = useFetchFirst(orders, dialogs.show);
  const contact = useContactActions('orders', orderContact);
  const rowActions = useMemo(() => [...actionsOf(show, may), ...contact], [show, may, contact]);
  const question = useMemo(
    () => questionOf(openDialog, record, orders),
    [openDialog, record, orders],
  );
  return {
    ...dialogs,
    ...show,
    may,
    rowActions,
    question,
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit') && whole,
    invoiced: recordTo('invoice') && whole,
  };
}

export type OrderDialogsState = ReturnType<typeof useOrderDialogs>;

function questionOf(what: string | null, row: Order | null, orders: Orders) {
  if (!row) return null;
  if (what === 'deliverAll') return deliverAll(row);
  return what === 'closeShort' ? closeOrder(orders, row) : null;
}

const failures = {
  edit: 'Failed to load order details for editing',
  invoice: 'Failed to load order details',
};

type Show = Readonly<Record<'view' | (typeof asks)[number], (order: Order) => void>>;

/** Fetches the current order with its lines before opening its form (docs/product/orders.md#form). */
function useFetchFirst(orders: Orders, open: Show) {
  const get = useLatest(orders.get);
  const running = useRef(false);
  const [whole, setWhole] = useState<OrderWithLines | null>(null);
  const show = useMemo<Show>(() => {
    const fetchFirst = (what: keyof typeof failures) => (row: Order) => {
      if (running.current) return;
      running.current = true;
      get
        .current(row.id)
        .then((order) => {
          setWhole(order);
          open[what](order);
        })
        .catch(() => toast('error', failures[what]))
        .finally(() => {
          running.current = false;
        });
    };
    return { ...open, edit: fetchFirst('edit'), invoice: fetchFirst('invoice') };
  }, [get, open]);
  return { show, whole };
}

type OrderRights = ReturnType<typeof useOrderRights>;

/** What the person may do with orders where they work (docs/product/roles.md#rights). */
function useOrderRights() {
  const create = useMay('orders.create').ok;
  const update = useMay('orders.update').ok;
  const remove = useMay('orders.delete').ok;
  const invoice = useMay('invoices.create').ok;
  const pay = useMay('payments.create').ok;
  const deliver = useMay('deliveries.create').ok;
  const dispatch = useMay('deliveries.update').ok;
  const isGst = useSettings().tax_mode === 'gst';
  return useMemo(
    () => ({ create, update, delete: remove, invoice, deliver, dispatch, advance: pay && isGst }),
    [create, update, remove, invoice, deliver, dispatch, pay, isGst],
  );
}

function actionsOf(show: Show, may: OrderRights): readonly RowAction<Order>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, () => may.update),
    paperAction(
      'invoice',
      'Generate Invoice',
      show.invoice,
      (order) => may.invoice && canGenerateInvoice(order),
    ),
    secondary(
      paperAction(
        'deliver',
        'Deliver',
        show.deliver,
        (order) => may.deliver && hasOpenItems(order),
      ),
    ),
    secondary(
      paperAction(
        'deliver-all',
        'Deliver All',
        show.deliverAll,
        (order) => may.deliver && may.dispatch && hasOpenItems(order),
      ),
    ),
    secondary(
      paperAction(
        'close',
        'Close Order',
        show.closeShort,
        (order) => may.update && canClose(order).ok,
      ),
    ),
    ...(may.advance ? [secondary(advanceAction(show.advance))] : []),
    // For an invoiced order the server states the invoices that prevent deletion.
    deleteAction(show.delete, ({ status }) => may.delete && status !== 'delivered'),
  ];
}

function advanceAction(onClick: (order: Order) => void): RowAction<Order> {
  return paperAction(
    'advance',
    'Record Advance',
    onClick,
    ({ status, is_invoiced }) => status !== 'cancelled' && !is_invoiced,
  );
}
