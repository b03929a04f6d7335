import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { LevelsPanel, useShownLevels } from '../../stock/screens/StockLevels';
import { type Product, productFields } from '../products.fields';
import { useProductColumns } from './ProductColumns';
import { productSections } from './ProductDetails';
import { ProductDialogs, useProductDialogs } from './ProductDialogs';
import { useProductsIn } from './products.client';

/** A product's own page (docs/product/records.md#page). */
export default function ProductPage({ parts }: RecordPageProps) {
  const record = useRecord<Product>('products', ['categories', 'subcategories', 'brands']);
  const products = useProductsIn(record.list);
  const dialogs = useProductDialogs(products.rows);
  const company = useCompany();
  const tax = useTaxFields();
  const columns = useProductColumns(products);
  const levels = useShownLevels(record.row);
  return (
    <RecordPage
      record={record}
      fields={productFields}
      title={(row) => row.product_name}
      about={record.row?.sku_code}
      actions={dialogs.pageActions}
      columns={columns}
      sections={(row) => productSections(row, company, { tax })}
      tabs={
        record.row && levels
          ? [
              {
                value: 'stock',
                label: 'Stock',
                content: <LevelsPanel product={record.row} levels={levels} />,
              },
            ]
          : []
      }
      parts={parts}
    >
      <ProductDialogs screen="inventory" products={products} dialogs={dialogs} />
    </RecordPage>
  );
}
