import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { vendorFormat } from '../vendors.csv';

/** "Import Vendors" (docs/product/vendors.md#import-and-export). */
export default importWork({
  subject: 'vendors',
  title: 'Import Vendors',
  about:
    'Rows are matched by vendor code: matches are updated, others are created. Rows without a code get the next free one.',
  format: vendorFormat,
  columns: () => vendorFormat.columns,
  offersAll: true,
});
