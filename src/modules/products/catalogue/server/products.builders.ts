import type { NewProduct } from '../products.fields';

let made = 0;

export function productBody(values: NewProduct = {}): NewProduct {
  made += 1;
  return {
    product_name: 'Proximity Sensor M12',
    sku_code: `PRX-${String(made).padStart(4, '0')}`,
    unit_price: 1250.5,
    cost_price: 800,
    ...values,
  };
}
