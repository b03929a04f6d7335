import { Button } from '@mantine/core';
import type { Choice } from '~/kit/shared/fields/fields';
import { formatInstant } from '~/kit/shared/time/days';
import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Badge } from '~/kit/ui/elements/Badge';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Product, productFields } from '../products.fields';
import {
  available,
  canRevalue,
  isValued,
  marginOf,
  stockStatus,
  stockStatuses,
} from '../products.rules';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import {
  type Levels,
  levelsTitle,
  StockLevels,
  useShownLevels,
} from '../../stock/screens/StockLevels';
import { StockMovements } from '../../stock/screens/StockMovements';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  product: Product | null;
  onClose: () => void;
  /** Null for anyone who may not change products. */
  onEdit: ((product: Product) => void) | null;
  onAdjust: ((product: Product) => void) | null;
  onRevalue: ((product: Product) => void) | null;
}

export default function ProductDetails({ product, onClose, onEdit, onAdjust, onRevalue }: Props) {
  const company = useCompany();
  const tax = useTaxFields();
  const levels = useShownLevels(product);
  return (
    <DetailsDialog
      opened={product !== null}
      onClose={onClose}
      title="Product Details"
      page={product ? recordPath('products', product.id) : undefined}
      subtitle={product ? `${product.product_name} · ${product.sku_code}` : null}
      sections={product ? productSections(product, company, { tax, levels }) : []}
      actions={
        product ? (
          <>
            {onAdjust ? (
              <Button variant="default" onClick={() => onAdjust(product)}>
                Adjust Stock
              </Button>
            ) : null}
            {onRevalue && canRevalue(product) ? (
              <Button variant="default" onClick={() => onRevalue(product)}>
                Revalue Stock
              </Button>
            ) : null}
            {onEdit ? <Button onClick={() => onEdit(product)}>Edit Product</Button> : null}
          </>
        ) : null
      }
    />
  );
}

/** All that is known of a product, in its dialog and on its page. */
export function productSections(
  product: Product,
  { timeZone, today }: Company,
  { tax, levels = null }: { tax: ReturnType<typeof useTaxFields>; levels?: Levels | null },
): DetailsSection[] {
  return [
    {
      title: 'Product',
      details: [
        { label: 'SKU Code', value: product.sku_code, fields: ['sku_code'] },
        { label: 'Barcode', value: product.barcode, fields: ['barcode'] },
        { label: 'Category', value: product.category_name, fields: ['category_id'] },
        { label: 'Subcategory', value: product.subcategory_name, fields: ['subcategory_id'] },
        { label: 'Brand', value: product.brand_name, fields: ['brand_id'] },
        {
          label: 'Status',
          value: (
            <Badge color={product.is_active ? 'teal' : 'gray'}>
              {product.is_active ? 'Active' : 'Inactive'}
            </Badge>
          ),
          fields: ['is_active'],
        },
      ],
    },
    { title: 'Stock', details: stockOf(product) },
    ...(levels
      ? [{ title: levelsTitle, content: <StockLevels product={product} levels={levels} /> }]
      : []),
    {
      title: 'Stock Movements',
      content: <StockMovements product={product} timeZone={timeZone} />,
    },
    { title: 'Price', details: priceOf(product) },
    ...(tax.shown.length > 0 ? [{ title: 'Tax', details: taxOf(product, tax.classes) }] : []),
    { title: 'Description', text: product.description, fields: ['description'] },
    {
      title: 'Properties',
      details: [
        {
          label: 'Weight (kg)',
          value: product.weight === null ? null : formatNumber(product.weight),
          fields: ['weight'],
        },
        { label: 'Dimensions (L x W x H)', value: product.dimensions, fields: ['dimensions'] },
        { label: 'Color', value: product.color, fields: ['color'] },
        { label: 'Material', value: product.material, fields: ['material'] },
        { label: 'Warranty Period', value: product.warranty_period, fields: ['warranty_period'] },
        { label: 'Date Created', value: formatInstant(product.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(product.updated_at, timeZone) },
      ],
    },
    { title: 'Specifications', text: product.specifications, fields: ['specifications'] },
    historySection('/products', product, { fields: productFields, timeZone, today }),
  ];
}

function stockOf(product: Product) {
  const unit = product.unit_of_measure;
  const free = available(product);
  const status = stockStatuses.find((each) => each.value === stockStatus(product));
  return [
    {
      label: 'On Hand',
      value: `${count(product.stock_quantity)} ${unit}`,
      fields: ['stock_quantity'],
    },
    { label: 'Reserved', value: `${count(product.reserved_quantity)} ${unit}` },
    ...(product.held_quantity > 0
      ? [{ label: 'Held', value: `${count(product.held_quantity)} ${unit}` }]
      : []),
    {
      label: 'Available',
      value: free < 0 ? `${count(-free)} ${unit} short` : `${count(free)} ${unit}`,
    },
    ...(isValued(product) ? valueOf(product) : []),
    { label: 'Stock Status', value: status && <Badge color={status.color}>{status.label}</Badge> },
    { label: 'Reorder Level', value: count(product.reorder_level), fields: ['reorder_level'] },
    {
      label: 'Min Order Quantity',
      value: count(product.min_order_quantity),
      fields: ['min_order_quantity'],
    },
  ];
}

function valueOf({ average_cost, stock_value }: Product) {
  return [
    { label: 'Average Cost', value: average_cost === null ? null : formatPrice(average_cost) },
    { label: 'Value at Cost', value: formatMoney(stock_value, 'INR') },
  ];
}

function priceOf(product: Product) {
  const { unit_price: price, cost_price: cost } = product;
  const margin = marginOf(product);
  return [
    { label: 'Unit Price', value: formatPrice(price), fields: ['unit_price'] },
    {
      label: 'Cost Price',
      value: cost === null ? null : formatPrice(cost),
      fields: ['cost_price'],
    },
    { label: 'Profit Margin', value: margin === null ? null : `${margin.toFixed(1)}%` },
    { label: 'Stock Value', value: formatMoney(product.stock_quantity * price, 'INR') },
  ];
}

function taxOf({ hsn_code, tax_class_id }: Product, classes: readonly Choice[]) {
  const taxClass = classes.find(({ value }) => value === String(tax_class_id));
  return [
    { label: 'HSN Code', value: hsn_code, fields: ['hsn_code'] },
    { label: 'Tax Class', value: taxClass?.label, fields: ['tax_class_id'] },
  ];
}

function count(number: number): string {
  return formatNumber(number);
}
