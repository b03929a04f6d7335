import { Skeleton } from '@mantine/core';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { DocumentLines } from '~/modules/sales/documents/screens/DocumentLines';
import { lineNote } from '~/modules/sales/documents/tax-words.rules';
import type { Order, OrderItem, OrderService } from '../orders.fields';
import { useWholeOrder } from './orders.client';

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
    notes: notesOf(item, item.sku_code),
    total: item.line_total,
  }));
  const services = data.services.map((service) => ({
    ...service,
    name: service.service_name,
    notes: notesOf(service, service.notes),
    total: service.total_price,
  }));
  return (
    <>
      {items.length > 0 && <DocumentLines caption={`Items (${items.length})`} lines={items} />}
      {services.length > 0 && (
        <DocumentLines caption={`Services (${services.length})`} lines={services} />
      )}
    </>
  );
}

function notesOf(line: OrderItem | OrderService, detail: string | null): string[] {
  const { invoiced_quantity, quantity } = line;
  const invoiced = invoiced_quantity > 0 ? `Invoiced ${invoiced_quantity} of ${quantity}` : '';
  const back = 'returned_quantity' in line ? line.returned_quantity : 0;
  const returned = back > 0 ? `Returned ${back} of ${quantity}` : '';
  return [detail, lineNote(line), invoiced, returned].filter((note): note is string =>
    Boolean(note),
  );
}
