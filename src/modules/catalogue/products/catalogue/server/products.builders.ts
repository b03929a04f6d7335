import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { NewProduct, Product } from '../products.fields';

let count = 0;

export function productBody(values: NewProduct = {}): NewProduct {
  count += 1;
  return {
    product_name: 'Proximity Sensor M12',
    sku_code: `PRX-${String(count).padStart(4, '0')}`,
    unit_price: 1250.5,
    cost_price: 800,
    ...values,
  };
}

export function makeProduct(caller: Caller, values: NewProduct = {}): Promise<Product> {
  return makeRecord<Product>(caller, '/products', productBody(values));
}

export async function holdingOf(caller: Caller, id: number): Promise<[number, number]> {
  const { data } = (await caller.get<Product>(`/products/${id}`)).body;
  return [data.stock_quantity, data.reserved_quantity];
}
