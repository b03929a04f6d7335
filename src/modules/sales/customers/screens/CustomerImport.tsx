import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';
import { customerFormat, fileColumns } from '../customers.csv';

const screen: ImportScreen = {
  subject: 'customers',
  about:
    'Customers are told apart by their customer code: known ones are changed in the columns that the file has, others are created. One without a code gets the next free one. Up to five addresses and five contacts stand in the same row: address_2_city, contact_2_email.',
  columns: fileColumns([1, 1]).map(({ name }) => name),
  format: customerFormat,
  hasSteps: true,
};

/** "Import Customers" (docs/product/customers.md#import-and-export). */
export function CustomerImport(props: ImportWorkProps) {
  return <ImportWork screen={screen} {...props} />;
}
