import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { customerFormat, fileColumns } from '../customers.csv';

/** "Import Customers" (docs/product/customers.md#import-and-export). */
export default importWork({
  subject: 'customers',
  title: 'Import Customers',
  about:
    'Rows are matched by customer code. Matching customers are updated; other rows create new customers. Rows without a code get the next free one. A row can have up to five addresses and five contacts: address_2_city, contact_2_email.',
  format: customerFormat,
  columns: () => fileColumns([1, 1]),
  offersAll: true,
  onePerCompany: {
    field: 'company_name',
    label: 'Make one customer of each company, and the other rows its contacts',
  },
});
