import { useMemo } from 'react';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { Badges, ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { NotedDay } from '~/modules/sales/documents/screens/NotedDay';
import { MailStatus } from '~/modules/sales/papers/screens/PaperMail';
import {
  manyPurchaseOrderFields,
  type PurchaseOrder,
  purchaseOrderFields,
  purchaseOrderStatuses,
} from '../purchase-orders.fields';
import { isLate, purchaseLabel } from '../purchase-orders.rules';
import type { PurchaseOrders } from './purchase-orders.client';
import { type PurchaseOrderRights, usePurchaseOrderRights } from './rights.client';
import { doneText } from '~/modules/sales/orders/orders.rules';

const except = [
  'id',
  'vendor_id',
  'location_id',
  'discount_percent',
  'discount_amount',
  'mail_error',
  'mailed_at',
  'created_by',
] as const;

const statusOrder = purchaseOrderStatuses.map(({ value }) => value);

/** The columns of the list of purchase orders (docs/product/purchase-orders.md#screen). */
export function usePurchaseOrderColumns(orders: PurchaseOrders): readonly Column<PurchaseOrder>[] {
  const latest = useLatest(orders);
  const { timeZone, today } = useCompany();
  const rights = usePurchaseOrderRights();
  return useMemo(() => {
    const columns = columnsFromFields(purchaseOrderFields, {
      except,
      timeZone,
      today,
      required: ['purchase_number'],
      canEdit: (order, key) =>
        key === 'status' ? canMove(order, rights) : rights.canAmend(order, key),
      save: (order, patch, edit) => save(latest.current, order, patch, edit),
      overrides: {
        purchase_number: { width: 168, copy: true },
        vendor_name: { width: 180 },
        status: {
          width: 150,
          sortValue: ({ status }) => statusOrder.indexOf(status),
          render: (order) => <PurchaseOrderStatus order={order} />,
          edit: {
            choices: (order) => statusChoices(order, rights),
            choicesForMany: statusesByHand,
          },
        },
        expected_date: {
          width: 140,
          text: (order) => expectedText(order, today),
          render: (order) => <ExpectedDate order={order} today={today} />,
        },
        receipt_state: {
          badge: false,
          narrowText: (order) => doneText(order.receipt_state, 'received'),
        },
        bill_state: {
          badge: false,
          narrowText: (order) => doneText(order.bill_state, 'billed'),
        },
        total_amount: { width: 120 },
        tax_rate: { text: ({ tax_rate }) => `${tax_rate}%` },
        mail_status: { render: (order) => <MailStatus mail={order} /> },
      },
    });
    const editable: readonly string[] = manyPurchaseOrderFields;
    return columns.map(({ edit, ...column }) =>
      edit && editable.includes(column.key) ? { ...column, edit } : column,
    );
  }, [latest, rights, timeZone, today]);
}

const statusesByHand = purchaseOrderStatuses.filter(({ value }) =>
  ['ordered', 'cancelled'].includes(value),
);

function statusChoices(order: PurchaseOrder, { canTake }: PurchaseOrderRights) {
  return purchaseOrderStatuses.filter(
    ({ value }) => value === order.status || canTake(order, value),
  );
}

function canMove(order: PurchaseOrder, rights: PurchaseOrderRights): Verdict {
  if (statusChoices(order, rights).length > 1) return allowed;
  const message = `The status of a purchase order that is ${order.status} cannot be changed here`;
  return refused('purchase_order.ordered', message);
}

/** A note on the day: part of the text, so that searches find it and it shows on a phone. */
function lateNote(order: PurchaseOrder, today: Day): string | null {
  return isLate(order, today) ? 'Late' : null;
}

function expectedText(order: PurchaseOrder, today: Day): string {
  if (order.expected_date === null) return '';
  return [formatDay(order.expected_date), lateNote(order, today)].filter(Boolean).join(' · ');
}

export function ExpectedDate({ order, today }: { order: PurchaseOrder; today: Day }) {
  const { expected_date } = order;
  if (expected_date === null) return null;
  return <NotedDay day={expected_date} note={lateNote(order, today)} tone="late" />;
}

/** The status as a word, with a mail that was not sent. */
export function PurchaseOrderStatus({ order }: { order: PurchaseOrder }) {
  return (
    <Badges>
      <ChoiceBadge choices={purchaseOrderStatuses} value={order.status} />
      {order.mail_status === 'accepted' ? null : <MailStatus mail={order} />}
    </Badges>
  );
}

async function save(
  orders: PurchaseOrders,
  order: PurchaseOrder,
  patch: PatchOf<typeof purchaseOrderFields>,
  edit: EditTexts,
): Promise<void> {
  const store = {
    path: orders.path,
    call: `/purchase-orders/${order.id}`,
    put: orders.put,
    update: (id: number, body: { updated_at: string }): Promise<PurchaseOrder> =>
      orders.update(id, body),
  };
  await saveCell(store, order, patch, {
    noun: 'purchase order',
    name: purchaseLabel(order),
    edit,
    saved: 'Purchase order updated successfully',
    ...orNetworkError('Failed to update purchase order'),
  });
}
