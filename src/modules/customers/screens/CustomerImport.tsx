import { useMemo } from 'react';
import { ImportButton } from '~/modules/products/imports/screens/ImportButton';
import type { ImportScreen } from '~/modules/products/imports/screens/ImportDialog';
import { useMay } from '~/modules/workspaces/screens/workspaces.client';
import { customerFormat } from '../customers.csv';

const screen: ImportScreen = {
  subject: 'customers',
  title: 'Import Customers',
  about:
    'Customers are told apart by their customer code: known ones are changed in the columns that the file has, others are created. One without a code gets the next free one.',
  columns: customerFormat.columns.map(({ name }) => name),
};

const whole = {
  label: 'Download all customers',
  path: '/customers/export',
  name: 'customers.csv',
};

/** "Import CSV" of customers (docs/product/customers.md#import-and-export). */
export function CustomerImport() {
  const mayExport = useMay('customers.export').ok;
  const shown = useMemo(() => (mayExport ? { ...screen, whole } : screen), [mayExport]);
  return <ImportButton screen={shown} />;
}
