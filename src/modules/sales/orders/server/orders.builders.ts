import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import type { NewOrder } from '../requests.schema';
import type { OrderWithLines } from '../orders.fields';

export const firsts = { customer: 1, product: 1, service: 1 };

/** Two pieces at ₹100 of the first product; `values` override the defaults. */
export function itemLine(values: object = {}) {
  return { items: [{ product_id: firsts.product, quantity: 2, unit_price: 100, ...values }] };
}

/** Once the first service at ₹10; `values` override the defaults. */
export function serviceLine(values: object = {}) {
  return { services: [{ service_id: firsts.service, quantity: 1, unit_price: 10, ...values }] };
}

/** So many pieces of this product at ₹10. */
export function itemOf(product_id: number, quantity: number) {
  return { product_id, quantity, unit_price: 10 };
}

export function orderBody(
  { customer, product }: { customer: number; product: number },
  values: NewOrder = {},
): NewOrder {
  return { customer_id: customer, ...itemLine({ product_id: product }), ...values };
}

/** The orders of a fresh database: makes its first customer, product (fifty in stock) and service. */
export async function openOrderFixture(caller: Caller) {
  const parts = [
    await makeCustomer(caller),
    await makeProduct(caller, { stock_quantity: 50 }),
    await makeService(caller),
  ];
  if (parts.some(({ id }) => id !== 1)) throw new Error('This database is not fresh');
  return orderFixture(caller);
}

export function orderFixture(caller: Caller) {
  const body = (values: object) => ({ ...orderBody(firsts), ...values });
  const put = (path: string, values: object): Promise<ApiResponse<OrderWithLines>> =>
    caller.put<OrderWithLines>(`/orders/${path}`, values);
  return {
    post: (values: object = {}): Promise<ApiResponse<OrderWithLines>> =>
      caller.post<OrderWithLines>('/orders', body(values)),
    make: (values: object = {}): Promise<OrderWithLines> =>
      makeRecord<OrderWithLines>(caller, '/orders', body(values)),
    put: (id: number, patch: object) => put(String(id), patch),
    move: (id: number, status: string) => put(`${id}/status`, { status }),
  };
}

export type OrderFixture = ReturnType<typeof orderFixture>;

/** A customer, a product, a service, and an order of one of each, at ₹10 and ₹5. */
export async function makeOrderOfEach(caller: Caller) {
  const customer = (await makeCustomer(caller)).id;
  const product = (await makeProduct(caller)).id;
  const service = (await makeService(caller)).id;
  const make = (): Promise<OrderWithLines> =>
    makeRecord<OrderWithLines>(caller, '/orders', {
      customer_id: customer,
      items: [itemOf(product, 1)],
      services: [{ service_id: service, quantity: 1, unit_price: 5 }],
    });
  return { customer, product, service, order: await make(), orderAgain: make };
}

export type OrderOfEach = Awaited<ReturnType<typeof makeOrderOfEach>>;
