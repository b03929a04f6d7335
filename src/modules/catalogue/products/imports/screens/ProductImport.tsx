import { useMemo } from 'react';
import { useUnits } from '~/modules/catalogue/tax/screens/units.client';
import { importWork } from '~/modules/records/imports/screens/ImportWork';
import {
  useBrands,
  useCategories,
  useSubcategories,
} from '../../catalogue/screens/categories.client';
import { importColumns, productFormat } from '../products.csv';

function useProductLists() {
  const { rows: units } = useUnits();
  const { rows: categories } = useCategories();
  const { rows: brands } = useBrands();
  const { rows: subcategories } = useSubcategories();
  return useMemo(
    () => ({
      unit_of_measure: { names: units.map(({ code }) => code) },
      category: { names: categories.map((each) => each.category_name), isOpen: true },
      brand: { names: brands.map((each) => each.brand_name), isOpen: true },
      subcategory: { names: subcategories.map((each) => each.subcategory_name), isOpen: true },
    }),
    [units, categories, brands, subcategories],
  );
}

/** "Import Products" (docs/product/imports.md#dialog). */
export default importWork({
  subject: 'products',
  title: 'Import Products',
  about:
    'Rows are matched by SKU code. Matching products are updated; other rows create new products.',
  format: productFormat,
  useLists: useProductLists,
  columns: importColumns,
  isCheckedAtOnce: true,
  asOf: 'Stock',
});
