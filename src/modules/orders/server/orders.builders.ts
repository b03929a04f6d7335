import type { NewOrder } from '../bodies.fields';

/** An order as the form sends it, of one product; say what the test is about. */
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
