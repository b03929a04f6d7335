import * as field from '~/kit/shared/fields/fields';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import { lineTaxFields, quantityOptions, rupees, unitPriceOptions } from '../documents.fields';

const unitPrice = field.price(unitPriceOptions);

/** A product on an order or a quotation (docs/product/orders.md#lines), as fine as its unit, which is the product's of now. */
export const itemFields = {
  id: field.id,
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  product_name: field.derived(field.text({ label: 'Product', required: true, max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', required: true, max: 100 })),
  description: field.text({ label: 'Description', required: true, max: 500 }),
  quantity: field.measure({ ...quantityOptions, min: 0.001 }),
  unit_of_measure: field.derived(field.text({ label: 'Unit', required: true, max: 30 })),
  unit_decimals: field.derived(
    field.wholeNumber({ label: 'Decimals', required: true, max: mostDecimals }),
  ),
  unit_price: unitPrice,
  line_total: field.readOnly(rupees('Total')),
  ...lineTaxFields,
  notes: field.longText({ label: 'Notes', max: 1000 }),
};

/** A service on an order or a quotation (docs/product/orders.md#lines); its total is `total_price` on the wire. */
export const serviceFields = {
  id: field.id,
  service_id: field.link({ label: 'Service', to: 'services', required: true }),
  service_name: field.derived(field.text({ label: 'Service', required: true, max: 255 })),
  description: field.text({ label: 'Description', required: true, max: 500 }),
  quantity: field.measure({ ...quantityOptions, min: 0.001 }),
  unit_price: unitPrice,
  total_price: field.readOnly(rupees('Total')),
  ...lineTaxFields,
  notes: field.longText({ label: 'Notes', max: 1000 }),
};
