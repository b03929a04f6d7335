import { useMemo } from 'react';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { isOverdue } from '../orders.filters';
import { type Order, orderFields, orderStatuses } from '../orders.fields';
import type { Orders } from './orders.client';
import classes from './OrderColumns.module.css';
import { doneText } from '../orders.rules';

const except = [
  'id',
  'customer_id',
  'customer_phone',
  'discount_percent',
  'discount_amount',
  'place_chosen',
  'created_by',
  'workspace_id',
] as const;

const statusOrder = orderStatuses.map((status) => status.value);

/**
 * The columns of the orders list (docs/product/orders.md#screen); status, delivery date and notes are edited in their
 * cells, amounts follow from the lines.
 */
export function useOrderColumns(orders: Orders): readonly Column<Order>[] {
  const latest = useLatest(orders);
  const { timeZone, today } = useCompany();
  const writing = useMay('orders.update');
  return useMemo(
    () =>
      columnsFromFields(orderFields, {
        except,
        timeZone,
        today,
        required: ['order_number'],
        canEdit: () => writing,
        save: (order, patch, edit) => saveOrderCell(latest.current, order, patch, edit),
        overrides: {
          order_number: { width: 158, copy: true },
          customer_name: { width: 176 },
          status: { sortValue: (order) => statusOrder.indexOf(order.status) },
          service_names: { sortValue: (order) => order.service_names },
          total_amount: { width: 124, edit: false },
          delivery_date: {
            width: 190,
            least: 162,
            text: (order) => deliveryText(order, today),
            render: (order) => deliveryMark(order, today),
          },
          created_by_name: { sortValue: (order) => order.created_by_name },
          notes: { sortValue: (order) => order.notes },
          order_date: { edit: false },
          subtotal: { edit: false },
          tax_rate: { text: (order) => `${order.tax_rate}%`, edit: false },
          tax_amount: { edit: false },
          tax_mode: { edit: false },
          supply_type: { edit: false },
          place_of_supply: { edit: false },
          reverse_charge: { edit: false },
          is_invoiced: { badge: false },
          delivery_state: {
            badge: false,
            narrowText: (order) => doneText(order.delivery_state, 'delivered'),
          },
          invoice_state: {
            badge: false,
            narrowText: (order) => doneText(order.invoice_state, 'invoiced'),
          },
        },
      }),
    [latest, writing, timeZone, today],
  );
}

/** The mark is part of the text, so that searches find it and it shows on a phone. */
function deliveryText(order: Order, today: Day): string {
  if (order.delivery_date === null) return '';
  const day = formatDay(order.delivery_date);
  return isOverdue(order, today) ? `${day} · Overdue` : day;
}

function deliveryMark(order: Order, today: Day) {
  if (order.delivery_date === null || !isOverdue(order, today)) return deliveryText(order, today);
  return (
    <span className={classes.orderOverdue}>
      {formatDay(order.delivery_date)}
      <Badge color="red">Overdue</Badge>
    </span>
  );
}

async function saveOrderCell(
  orders: Orders,
  order: Order,
  patch: PatchOf<typeof orderFields>,
  edit: EditTexts,
): Promise<void> {
  const { status } = patch;
  const store = {
    path: orders.path,
    call: status === undefined ? `/orders/${order.id}` : `/orders/${order.id}/status`,
    put: orders.put,
    update: (id: number, body: { updated_at: string }) =>
      status === undefined
        ? orders.update(id, body)
        : orders.setStatus(id, { status, updated_at: body.updated_at }),
  };
  await saveCell(store, order, patch, {
    noun: 'order',
    name: order.order_number,
    edit,
    saved: `Order ${changeTextOf(patch)} updated successfully!`,
    ...orNetworkError('Failed to update order'),
  });
}

/** The field of a one-field patch in words: "delivery date". */
function changeTextOf(patch: object): string {
  const [key] = Object.keys(patch);
  const field = Object.entries(orderFields).find(([name]) => name === key)?.[1];
  return field?.label.toLowerCase() ?? 'details';
}
