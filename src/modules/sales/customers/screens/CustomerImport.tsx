import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';
import { customerFormat, fileColumns } from '../customers.csv';

const screen: ImportScreen = {
  subject: 'customers',
  title: 'Import Customers',
  about:
    'Rows are matched by customer code. Matching customers are updated; other rows create new customers. Rows without a code get the next free one. A row can have up to five addresses and five contacts: address_2_city, contact_2_email.',
  columns: fileColumns([1, 1]).map(({ name }) => name),
  format: customerFormat,
  hasSteps: true,
  offersAll: true,
};

/** "Import Customers" (docs/product/customers.md#import-and-export). */
export default function CustomerImport(props: ImportWorkProps) {
  return <ImportWork screen={screen} {...props} />;
}
