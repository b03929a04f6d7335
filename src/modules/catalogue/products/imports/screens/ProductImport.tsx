import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { exportColumns, productFormat } from '../products.csv';

/** "Import Products" (docs/product/imports.md#dialog). */
export default importWork({
  subject: 'products',
  title: 'Import Products',
  about:
    'Rows are matched by SKU code. Matching products are updated; other rows create new products.',
  format: productFormat,
  columns: exportColumns,
  isCheckedAtOnce: true,
  asOf: 'Stock',
});
