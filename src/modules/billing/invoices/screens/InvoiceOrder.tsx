import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { searchFilter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { RecordPicker } from '~/kit/ui/form/RecordPicker';
import { toast } from '~/kit/ui/messages/toasts';
import {
  type Order,
  orderStatuses,
  type OrderWithLines,
} from '~/modules/sales/orders/orders.fields';
import { isInvoiceSource } from '~/modules/sales/orders/orders.rules';
import { getOrder, useOrders } from '~/modules/sales/orders/screens/orders.client';
import { remainingLines, type TypedInvoice } from '../invoice-form.rules';
import classes from './InvoiceForm.module.css';

interface Props {
  typed: TypedInvoice;
  onOrder: (order: OrderWithLines) => void;
  onRemove: () => void;
}

const search = searchFilter(['order_number', 'customer_name']);
const invoiced = orderStatuses
  .map(({ value }) => value)
  .filter((status) => isInvoiceSource({ status }))
  .join();
const numberOf = (order: Order) => order.order_number;
const noteOf = (order: Order) => {
  const status = orderStatuses.find(({ value }) => value === order.status)?.label;
  return [order.customer_name, formatMoney(order.total_amount, 'INR'), status].join(' · ');
};

/**
 * The picker of the invoice's order: confirmed, processing, shipped or delivered
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function InvoiceOrder({ typed, onOrder, onRemove }: Props) {
  const orders = useOrders();
  const [loading, setLoading] = useState(false);
  // Remounts the picker after an order with nothing to invoice was rejected.
  const [attempt, setAttempt] = useState(0);
  const { customer_id } = typed;
  const isOffered = useCallback(
    (order: Order) =>
      isInvoiceSource(order) && (customer_id === null || order.customer_id === customer_id),
    [customer_id],
  );
  const longFilters = useCallback(
    (typed: string) => ({
      search: typed,
      status: invoiced,
      customer_id: String(customer_id ?? ''),
    }),
    [customer_id],
  );
  const choose = async (row: Order) => {
    setLoading(true);
    const order = await loadOrder(row.id);
    setLoading(false);
    if (order) onOrder(order);
    else setAttempt(attempt + 1);
  };
  return (
    <div className={classes.order}>
      <RecordPicker
        key={attempt}
        label="From Order"
        value={typed.order_id}
        chosenName={typed.order_number}
        onChange={(order) => void choose(order)}
        list={orders}
        isOffered={isOffered}
        longFilters={longFilters}
        search={search}
        nameOf={numberOf}
        noteOf={noteOf}
        placeholder={loading ? 'Loading order...' : 'None (start from scratch)'}
        disabled={loading}
      />
      {typed.order_id === null ? null : (
        <Button variant="default" onClick={onRemove}>
          Remove Order
        </Button>
      )}
    </div>
  );
}

/** The order with its lines; null, with the reason in a toast, where nothing of it can be invoiced. */
export async function loadOrder(id: number): Promise<OrderWithLines | null> {
  try {
    const order = await getOrder(id);
    if (order.items.length + order.services.length === 0)
      toast('warning', 'Order items not found. You can add items manually.');
    else if (remainingLines(order).length === 0) {
      toast('warning', `Everything on order ${order.order_number} has already been invoiced.`);
      return null;
    }
    return order;
  } catch {
    toast('error', 'Failed to load order details');
    return null;
  }
}
