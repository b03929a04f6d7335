import { customerBody } from '~/modules/customers/server/customers.builders';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import { serviceBody } from '~/modules/services/server/services.builders';
import type { NewOrder } from '../requests.fields';
import type { OrderWithLines } from '../orders.fields';

export function orderBody(
  { customer, product }: { customer: number; product: number },
  values: NewOrder = {},
): NewOrder {
  return {
    customer_id: customer,
    items: [{ product_id: product, quantity: 2, unit_price: 100 }],
    ...values,
  };
}

interface Reply<T> {
  status: number;
  body: { data: T; error: string };
}

interface Caller {
  post: (path: string, body: unknown) => Promise<Reply<{ id: number }>>;
}

/** Creates a customer, a product with fifty in stock and a service, each with id 1 in a fresh database. */
export async function makeFirsts(client: Caller): Promise<void> {
  const made = [
    await client.post('/customers', customerBody()),
    await client.post('/products', productBody({ stock_quantity: 50 })),
    await client.post('/services', serviceBody()),
  ];
  if (made.some(({ body }) => body.data.id !== 1)) throw new Error('This database is not fresh');
}

interface OrderCaller<R extends Reply<OrderWithLines>> {
  post: (path: string, body: unknown) => Promise<R>;
  put: (path: string, body: unknown) => Promise<R>;
}

export function orderDesk<R extends Reply<OrderWithLines>>({ post, put }: OrderCaller<R>) {
  const send = (values: object = {}): Promise<R> =>
    post('/orders', { ...orderBody({ customer: 1, product: 1 }), ...values });
  return {
    post: send,
    put: (id: number, patch: object): Promise<R> => put(`/orders/${id}`, patch),
    make: async (values: object = {}): Promise<OrderWithLines> => {
      const answer = await send(values);
      if (answer.status !== 201) throw new Error(`No order was made: ${answer.body.error}`);
      return answer.body.data;
    },
  };
}
