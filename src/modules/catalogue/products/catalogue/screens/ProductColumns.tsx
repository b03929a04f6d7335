import { useMemo } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { refused } from '~/kit/shared/verdict';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { priceProblem } from '~/modules/organization/company/prices.rules';
import {
  useCompany,
  useSettings,
  useStockUses,
} from '~/modules/organization/company/screens/settings.client';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { useUnitDecimals, useUnitChoices } from '~/modules/catalogue/tax/screens/units.client';
import { decimalsProblem } from '~/modules/catalogue/tax/units.rules';
import {
  inventoryUnits,
  type Product,
  productFields,
  type ProductPatch,
  productUnits,
} from '../products.fields';
import { type QuantityName, stockStatus, stockStatuses } from '../products.rules';
import { useGroupChoices } from './categories.client';
import type { Products } from './products.client';

const except = [
  'id',
  'category',
  'category_name',
  'subcategory_name',
  'brand_name',
  'average_cost',
  'stock_value',
] as const;

// The column chooser uses the names of docs/product/products.md#products-screen.
const columnNames: Readonly<Record<string, string>> = {
  category_id: 'category',
  subcategory_id: 'subcategory',
  brand_id: 'brand',
};

const usualUnits = [...new Set([...productUnits, ...inventoryUnits])];

const texts = {
  noun: 'product',
  saved: 'Product updated successfully',
  refused: 'Failed to update product',
  offlineText: 'Error updating product. Please try again.',
  linkNames: {
    category_id: ['category_name'],
    subcategory_id: ['subcategory_name'],
    brand_id: ['brand_name'],
  },
};

export function useProductColumns(products: Products): readonly Column<Product>[] {
  const { timeZone, today } = useCompany();
  const groups = useGroupChoices();
  const units = useUnitChoices(usualUnits);
  const tax = useTaxFields();
  const writing = useMay('products.update');
  const fine = useFineColumns();
  const { path, update, put, retry } = products;
  const unused = useUnusedColumns();
  return useMemo(() => {
    const columns = columnsFromFields(productFields, {
      except: [...except, ...tax.hidden, ...unused],
      timeZone,
      today,
      required: ['product_name'],
      choices: {
        category_id: groups.categories,
        subcategory_id: groups.subcategories,
        brand_id: groups.brands,
        tax_class_id: tax.classes,
      },
      canEdit: (product, key) =>
        key === 'subcategory_id' && product.category_id === null ? noCategory : writing,
      save: (product, patch, edit) => save({ path, update, put, retry }, product, patch, edit),
      overrides: {
        product_name: { width: 230 },
        sku_code: { width: 130, edit: { isUnique: true } },
        category_id: {
          width: 150,
          text: (product) => product.category_name ?? '',
          sortField: 'category_name',
          sortValue: (product) => product.category_name,
        },
        subcategory_id: {
          text: (product) => product.subcategory_name ?? '',
          sortField: 'subcategory_name',
          sortValue: (product) => product.subcategory_name,
          edit: {
            choices: (product) => [
              { value: '', label: 'None' },
              ...groups.within(product.category_id),
            ],
          },
        },
        brand_id: {
          text: (product) => product.brand_name ?? '',
          sortField: 'brand_name',
          sortValue: (product) => product.brand_name,
        },
        ...fine,
        is_active: { badge: false },
        unit_of_measure: { edit: { kind: 'choice', choices: units } },
      },
    });
    return columns.map((column) => ({ ...column, key: columnNames[column.key] ?? column.key }));
  }, [path, update, put, retry, groups, units, fine, tax, unused, writing, timeZone, today]);
}

/** The columns of parts of stock that the company does not use. */
function useUnusedColumns() {
  const uses = useStockUses();
  return useMemo(
    () => [
      ...(uses.includes('lots') ? [] : (['tracking'] as const)),
      ...(uses.includes('locations') ? [] : (['held_quantity'] as const)),
    ],
    [uses],
  );
}

/** What is typed into a cell is as fine as the product's unit, or as the setting for prices. */
function useFineColumns() {
  const unitDecimalsOf = useUnitDecimals();
  const { price_decimals: decimals } = useSettings();
  return useMemo(() => {
    const checked = (name: QuantityName) => ({
      edit: {
        check: ({ unit_of_measure: unit }: Product, value: unknown) =>
          decimalsProblem(productFields[name].label, Number(value), unitDecimalsOf(unit)),
      },
    });
    const priced = (name: 'unit_price' | 'cost_price') => ({
      least: 88,
      edit: {
        check: (_product: Product, value: unknown) =>
          priceProblem(productFields[name].label, Number(value), decimals),
      },
    });
    return {
      unit_price: priced('unit_price'),
      cost_price: priced('cost_price'),
      stock_quantity: {
        ...checked('stock_quantity'),
        width: 156,
        least: 136,
        badge: true,
        render: (product: Product) => <StockCell product={product} />,
      },
      reorder_level: checked('reorder_level'),
      min_order_quantity: checked('min_order_quantity'),
    };
  }, [unitDecimalsOf, decimals]);
}

const noCategory = refused('product.category_required', 'Choose a category first');
function StockCell({ product }: { product: Product }) {
  const status = stockStatus(product);
  const found = stockStatuses.find((each) => each.value === status);
  return (
    <>
      {status === 'in' || !found ? null : <Badge color={found.color}>{found.label}</Badge>}{' '}
      {formatNumber(product.stock_quantity)}
    </>
  );
}

/** A change of category or subcategory reloads the list (docs/product/products.md#products-screen). */
async function save(
  products: Pick<Products, 'path' | 'update' | 'put' | 'retry'>,
  product: Product,
  patch: ProductPatch,
  edit: EditTexts,
): Promise<void> {
  await saveCell(products, product, patch, { ...texts, name: product.product_name, edit });
  if (patch.category_id !== undefined || patch.subcategory_id !== undefined) products.retry();
}
