import {
  IconFileInvoice,
  IconPackageOff,
  IconReceipt2,
  IconTruck,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { type ComponentType, useCallback, useMemo, useRef, useState } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { toast } from '~/kit/ui/elements/toasts';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Order, OrderWithLines } from '../orders.fields';
import { canClose, canGenerateInvoice, hasOpenItems } from '../orders.rules';
import { closeOrder, deliverAll } from './order-questions.client';
import { PaperQuestion } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Orders } from './orders.client';

const OrderDetails = lazyDialog('order', async () => (await import('./OrderDetails')).OrderDetails);
const EditOrder = lazyDialog('subject', async () => (await import('./EditOrder')).EditOrder);

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
  const { viewed, subject, invoiced, advanced, recordToDelete, close } = dialogs;
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
      <AdvanceForm order={advanced} onClose={close} />
      <DeliverForm order={dialogs.delivered} onClose={close} />
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

type Open =
  | { what: 'create' }
  | { what: 'view' | 'delete' | 'advance' | 'deliver'; id: number }
  | { what: 'deliverAll' | 'close'; id: number }
  | { what: 'edit' | 'invoice'; order: OrderWithLines };

/** Which dialog is open, and the actions that open one. `/orders?new=1` and `/orders?view={id}` open theirs. */
export function useOrderDialogs(orders: Orders) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [newAction, newDone] = useUrlAction('new');
  const [viewAction] = useUrlAction('view');
  const may = useOrderRights();
  const fetchInto = useFetchFirst(orders, setOpen);
  const show = useMemo(
    () => ({
      create: () => setOpen({ what: 'create' }),
      view: ({ id }: Order) => setOpen({ what: 'view', id }),
      delete: ({ id }: Order) => setOpen({ what: 'delete', id }),
      edit: (order: Order) => fetchInto('edit', order),
      invoice: (order: Order) => fetchInto('invoice', order),
      advance: ({ id }: Order) => setOpen({ what: 'advance', id }),
      deliver: ({ id }: Order) => setOpen({ what: 'deliver', id }),
      deliverAll: ({ id }: Order) => setOpen({ what: 'deliverAll', id }),
      closeShort: ({ id }: Order) => setOpen({ what: 'close', id }),
    }),
    [fetchInto],
  );
  const rowActions = useMemo(() => actionsOf(show, may), [show, may]);
  const open = chosen ?? requestedByUrl(may.create ? newAction : null, viewAction);
  const row = open && 'id' in open ? orders.rows.find(({ id }) => id === open.id) : undefined;
  const question = useMemo(() => questionOf(open?.what, row, orders), [open?.what, row, orders]);
  const whole = open && 'order' in open ? open.order : null;
  const edited = open?.what === 'edit' ? whole : null;
  return {
    ...show,
    create: may.create ? show.create : null,
    may,
    rowActions,
    close: () => {
      setOpen(null);
      if (newAction ?? viewAction) newDone();
    },
    viewed: open?.what === 'view' ? (row ?? null) : null,
    recordToDelete: open?.what === 'delete' ? (row ?? null) : null,
    advanced: open?.what === 'advance' ? (row ?? null) : null,
    delivered: open?.what === 'deliver' ? (row ?? null) : null,
    question,
    subject: open?.what === 'create' ? ('new' as const) : edited,
    invoiced: open?.what === 'invoice' ? whole : null,
  };
}

export type OrderDialogsState = ReturnType<typeof useOrderDialogs>;

function questionOf(what: string | undefined, row: Order | undefined, orders: Orders) {
  if (!row) return null;
  if (what === 'deliverAll') return deliverAll(row);
  return what === 'close' ? closeOrder(orders, row) : null;
}

function requestedByUrl(newAction: string | null, viewAction: string | null): Open | null {
  if (newAction) return { what: 'create' };
  return viewAction ? { what: 'view', id: Number(viewAction) } : null;
}

const failures = {
  edit: 'Failed to load order details for editing',
  invoice: 'Failed to load order details',
};

/** Fetches the current order with its lines before opening its form (docs/product/orders.md#form). */
function useFetchFirst(orders: Orders, setOpen: (open: Open) => void) {
  const get = useLatest(orders.get);
  const running = useRef(false);
  return useCallback(
    (what: 'edit' | 'invoice', { id }: Order) => {
      if (running.current) return;
      running.current = true;
      get
        .current(id)
        .then((order) => setOpen({ what, order }))
        .catch(() => toast('error', failures[what]))
        .finally(() => {
          running.current = false;
        });
    },
    [get, setOpen],
  );
}

type Show = Record<
  'view' | 'edit' | 'delete' | 'invoice' | 'advance' | 'deliver' | 'deliverAll' | 'closeShort',
  (order: Order) => void
>;

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
    {
      key: 'invoice',
      label: () => 'Generate Invoice',
      icon: <IconFileInvoice size={16} />,
      onClick: show.invoice,
      isOffered: (order) => may.invoice && canGenerateInvoice(order),
    },
    {
      key: 'deliver',
      label: () => 'Deliver',
      icon: <IconTruckDelivery size={16} />,
      onClick: show.deliver,
      isOffered: (order) => may.deliver && hasOpenItems(order),
    },
    {
      key: 'deliver-all',
      label: () => 'Deliver All',
      icon: <IconTruck size={16} />,
      onClick: show.deliverAll,
      isOffered: (order) => may.deliver && may.dispatch && hasOpenItems(order),
    },
    {
      key: 'close',
      label: () => 'Close Order',
      icon: <IconPackageOff size={16} />,
      onClick: show.closeShort,
      isOffered: (order) => may.update && canClose(order).ok,
    },
    ...(may.advance ? [advanceAction(show.advance)] : []),
    // For an invoiced order the server states the invoices that prevent deletion.
    deleteAction(show.delete, ({ status }) => may.delete && status !== 'delivered'),
  ];
}

function advanceAction(onClick: (order: Order) => void): RowAction<Order> {
  return {
    key: 'advance',
    label: () => 'Record Advance',
    icon: <IconReceipt2 size={16} />,
    onClick,
    isOffered: ({ status, is_invoiced }) => status !== 'cancelled' && !is_invoiced,
  };
}
