import type { Write } from '~/kit/server/database/context';
import { detailsOf } from '~/kit/server/database/dependents';
import { enforce, invalid } from '~/kit/server/errors';
import { canInvoice } from '~/modules/sales/deliveries/deliveries.rules';
import { findDelivery } from '~/modules/sales/deliveries/server/deliveries.service';
import type { NewInvoice, SentInvoice } from '../requests.schema';
import { listDelivered, listInvoicesOfDelivery, lockInvoicedOrder } from './lines.queries';

/**
 * What a new invoice charges for: what was sent, or customer, order and items of its delivery, whose order is locked
 * (docs/product/invoices.md#from-a-delivery). 409 for a delivery that is a draft, cancelled or invoiced.
 */
export async function takenFromDelivery(write: Write, sent: SentInvoice): Promise<NewInvoice> {
  const { delivery_id, customer_id = 0, items = [] } = sent;
  if (delivery_id === undefined) return { ...sent, customer_id, items };
  const { trx, context } = write;
  const seen = await findDelivery(trx, delivery_id, context.person);
  if (!seen) throw invalid('delivery_id', 'Delivery not found');
  if (seen.order_id !== null) await lockInvoicedOrder(trx, seen.order_id, null);
  const delivery = (await findDelivery(trx, delivery_id)) ?? seen;
  const verdict = canInvoice(delivery);
  if (!verdict.ok) {
    const found = await listInvoicesOfDelivery(write, delivery_id);
    enforce(verdict, 409, detailsOf(found, 'Invoiced with'));
  }
  if (sent.items) throw invalid('items', 'An invoice of a delivery takes its items from it');
  if (sent.customer_id !== undefined && sent.customer_id !== delivery.customer_id)
    throw invalid('customer_id', 'The delivery went to another customer');
  if (sent.order_id !== undefined && sent.order_id !== delivery.order_id)
    throw invalid('order_id', 'The delivery belongs to another order');
  return {
    ...sent,
    customer_id: delivery.customer_id,
    order_id: delivery.order_id,
    items: await listDelivered(trx, delivery_id),
  };
}
