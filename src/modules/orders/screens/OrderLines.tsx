import { Skeleton } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import type { Order } from '../orders.fields';
import { useWholeOrder } from './orders.client';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './OrderLines.module.css';

interface ReadLine {
  id: number;
  name: string;
  detail: string | null;
  quantity: number;
  unit_price: number;
  total: number;
  invoiced_quantity: number;
}

export function OrderLines({ order }: { order: Order }) {
  const { data, state, retry } = useWholeOrder(order);
  if (state === 'failed') {
    return <LoadFailed text="Failed to load order details" onRetry={retry} />;
  }
  // Until the new answer arrives, the data belongs to the previous order.
  if (data?.id !== order.id) {
    return (
      <div role="status" aria-label="Loading order details...">
        <Skeleton height={20} mb={8} />
        <Skeleton height={20} width="70%" />
      </div>
    );
  }
  const items = data.items.map((item) => ({
    ...item,
    name: item.product_name,
    detail: item.sku_code,
    total: item.line_total,
  }));
  const services = data.services.map((service) => ({
    ...service,
    name: service.service_name,
    detail: service.notes,
    total: service.total_price,
  }));
  return (
    <>
      <LinesTable caption={`Items (${items.length})`} lines={items} />
      <LinesTable caption={`Services (${services.length})`} lines={services} />
    </>
  );
}

function LinesTable({ caption, lines }: { caption: string; lines: readonly ReadLine[] }) {
  if (lines.length === 0) return null;
  return (
    <table className={classes.lines}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.name}
              {line.detail ? (
                <SoftText className={classes.detail} as="span" small>
                  {line.detail}
                </SoftText>
              ) : null}
              {line.invoiced_quantity > 0 ? (
                <SoftText className={classes.detail} as="span" small>
                  Invoiced {line.invoiced_quantity} of {line.quantity}
                </SoftText>
              ) : null}
            </th>
            <td>{formatNumber(line.quantity)}</td>
            <td>{formatMoney(line.unit_price, 'INR')}</td>
            <td>{formatMoney(line.total, 'INR')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
