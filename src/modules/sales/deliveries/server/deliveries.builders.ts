import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { DeliveryWithItems } from '../deliveries.fields';

/** A confirmed order of `quantity` pieces of a new product, of which so many are in stock. */
export async function makeDeliverable(
  caller: Caller,
  { quantity = 10, stock = 50 }: { quantity?: number; stock?: number } = {},
): Promise<OrderWithLines> {
  const product = await makeProduct(caller, { stock_quantity: stock });
  const order = await makeRecord<OrderWithLines>(caller, '/orders', {
    customer_id: (await makeCustomer(caller)).id,
    items: [itemOf(product.id, quantity)],
  });
  const confirmed = await caller.put<OrderWithLines>(`/orders/${order.id}/status`, {
    status: 'confirmed',
  });
  return confirmed.body.data;
}

/** A draft with all open quantities of a new order. */
export async function makeDelivery(caller: Caller): Promise<DeliveryWithItems> {
  return makeRecord(caller, '/deliveries', { order_id: (await makeDeliverable(caller)).id });
}

/** Deliveries of one order with one line. */
export function deliveryFixture(caller: Caller, { id: order_id, items }: OrderWithLines) {
  const order_line_id = items[0]?.id ?? 0;
  return {
    post: (quantity: number, values: object = {}): Promise<ApiResponse<DeliveryWithItems>> =>
      caller.post('/deliveries', { order_id, items: [{ order_line_id, quantity }], ...values }),
    /** Dispatched at once. */
    ship: (quantity: number): Promise<DeliveryWithItems> =>
      makeRecord(caller, '/deliveries', {
        order_id,
        items: [{ order_line_id, quantity }],
        status: 'dispatched',
      }),
    move: (id: number, status: string): Promise<ApiResponse<DeliveryWithItems>> =>
      caller.put(`/deliveries/${id}/status`, { status }),
    readOrder: async (): Promise<OrderWithLines> =>
      (await caller.get<OrderWithLines>(`/orders/${order_id}`)).body.data,
    moveOrder: (status: string): Promise<ApiResponse<OrderWithLines>> =>
      caller.put(`/orders/${order_id}/status`, { status }),
  };
}
