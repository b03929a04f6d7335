import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { FormSection } from '~/kit/ui/form/FormFields';
import type { Typed } from '~/kit/ui/form/formValues';
import {
  inventoryUnits,
  type Product,
  productFields,
  type ProductPatch,
  productUnits,
} from '../products.fields';
import { LikelyDuplicates } from '~/modules/records/duplicates/screens/LikelyDuplicates';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { useSettings, useStockUses } from '~/modules/organization/company/screens/settings.client';
import { newPriceProblem, type PriceDecimals } from '~/modules/organization/company/prices.rules';
import { useUnitDecimals, useUnitChoices } from '~/modules/catalogue/tax/screens/units.client';
import { isQuantity, unitChangeText } from '../products.rules';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { useGroupChoices } from './categories.client';
import type { Products } from './products.client';

/**
 * The two screens with a product form; they offer different units, and the inventory's has more fields
 * (docs/product/products.md#form).
 */
export type ProductScreen = 'products' | 'inventory';

interface Props {
  screen: ProductScreen;
  products: Products;
  subject: Product | 'new' | null;
  onClose: () => void;
}

type Name = keyof ProductPatch;

const basics: readonly FormSection<Name>[] = [
  { title: 'Product', names: ['product_name', 'sku_code', 'description'] },
  { title: 'Category', names: ['category_id', 'subcategory_id'] },
  { title: 'Price', names: ['unit_price', 'cost_price'] },
  { title: 'Stock', names: ['stock_quantity', 'reorder_level', 'unit_of_measure'] },
  { title: 'Details', names: ['warranty_period', 'specifications'] },
];

const everything: readonly FormSection<Name>[] = [
  { title: 'Product', names: ['product_name', 'sku_code', 'barcode', 'description'] },
  { title: 'Category', names: ['category_id', 'subcategory_id', 'brand_id'] },
  { title: 'Price', names: ['unit_price', 'cost_price'] },
  {
    title: 'Stock',
    names: ['stock_quantity', 'reorder_level', 'unit_of_measure', 'min_order_quantity'],
  },
  {
    title: 'Details',
    names: ['weight', 'dimensions', 'color', 'material', 'warranty_period', 'specifications'],
  },
];

const trackingSection: FormSection<Name> = { title: 'Lots', names: ['tracking'] };

const taxSection: FormSection<Name> = { title: 'Tax', names: ['hsn_code', 'tax_class_id'] };

const status: FormSection<Name> = { title: 'Status', names: ['is_active'] };

const screens = {
  products: { sections: basics, units: productUnits },
  inventory: { sections: everything, units: inventoryUnits },
} as const;

export default function ProductForm({ screen, products, subject, onClose }: Props) {
  const product = subject === 'new' || subject === null ? null : subject;
  const groups = useGroupChoices();
  const tax = useTaxFields();
  const { units, ...form } = screens[screen];
  const shown = useTracked(product) ? [...form.sections, trackingSection] : form.sections;
  const sections = tax.shown.length > 0 ? [...shown, taxSection] : shown;
  const offered = useUnitChoices(units, product?.unit_of_measure);
  const fields = useMemo(() => fieldsWith(offered), [offered]);
  const unitDecimalsOf = useUnitDecimals();
  const { price_decimals: decimals } = useSettings();
  const initial = product ?? { ...fresh, unit_of_measure: units[0] };
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={product ? 'Edit Product' : 'Add New Product'}
      size="xl"
      fields={fields}
      initial={initial}
      sections={product ? [...sections, status] : sections}
      required={['unit_price']}
      choices={(typed) => ({
        category_id: groups.categories,
        subcategory_id: groups.within(Number(typed['category_id']) || null),
        brand_id: groups.brands,
        tax_class_id: tax.classes,
      })}
      notes={(typed) => {
        const text = product ? unitChangeText(product, typed['unit_of_measure'] ?? '') : null;
        return {
          ...(text === null ? {} : { unit_of_measure: { text, isDoubt: true } }),
          ...((typed['tracking'] ?? 'none') === 'none' ? {} : { stock_quantity: byLots }),
        };
      }}
      follow={(name) => (name === 'category_id' ? { subcategory_id: '' } : {})}
      check={(name, typed) =>
        isPrice(name)
          ? priceProblem(name, typed[name], { decimals, product })
          : quantityProblem(name, typed[name], unitDecimalsOf(typed['unit_of_measure'] ?? ''))
      }
      locked={(typed) =>
        typed['category_id'] ? {} : { subcategory_id: 'Select a category first' }
      }
      submitLabel={product ? 'Save Product' : 'Create Product'}
      failed={{ refused: 'Failed to save product' }}
      onSubmit={async (values, sendKey, save) => {
        await (product
          ? save(values, (body) => products.update(product.id, body))
          : products.create(values, sendKey));
        return `Product ${product ? 'updated' : 'created'} successfully`;
      }}
    >
      {(typed) => <Likely typed={typed} except={product?.id} />}
    </FormDialog>
  );
}

const fresh = {
  reorder_level: 10,
  stock_quantity: 0,
  min_order_quantity: 1,
  is_active: true,
  tracking: 'none',
} as const;

/** Tracking is a question only where lots are in use. */
function useTracked(product: Product | null): boolean {
  const usesLots = useStockUses().includes('lots');
  return usesLots || (product !== null && product.tracking !== 'none');
}

function Likely({ typed, except }: { typed: Typed; except: number | undefined }) {
  const { product_name: name, barcode: code } = typed;
  return <LikelyDuplicates kind="products" typed={{ name, code }} except={except} />;
}

const byLots = {
  text: 'Stock of a tracked product changes by Adjust Stock.',
  isDoubt: false,
};

type PriceName = 'unit_price' | 'cost_price';

function isPrice(name: Name): name is PriceName {
  return name === 'unit_price' || name === 'cost_price';
}

function priceProblem(
  name: PriceName,
  typed: string | undefined,
  { decimals, product }: { decimals: PriceDecimals; product: Product | null },
): string | null {
  const existing = [product?.[name] ?? 0];
  const price = parseNumber(typed ?? '', 'INR');
  return newPriceProblem(productFields[name].label, price, { decimals, existing });
}

function quantityProblem(name: Name, typed: string | undefined, unit: UnitDecimals): string | null {
  if (!isQuantity(name)) return null;
  return decimalsProblem(productFields[name].label, parseNumber(typed ?? '') ?? 0, unit);
}

function fieldsWith(choices: readonly field.Choice[]) {
  return {
    ...productFields,
    unit_of_measure: field.choice({
      label: productFields.unit_of_measure.label,
      required: true,
      choices,
    }),
  };
}
