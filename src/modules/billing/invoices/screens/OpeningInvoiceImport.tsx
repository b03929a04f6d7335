import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';
import { openingFormat } from '../opening-invoices.csv';

const screen: ImportScreen = {
  subject: 'invoices',
  title: 'Import Opening Invoices',
  about:
    'The unpaid invoices of the program that you used before. They keep their numbers, count as due and can be paid. They are not part of sales, tax, returns or your number series. The first filled one of code, GSTIN, email and company name identifies the customer. An invoice number that was imported before is skipped.',
  columns: openingFormat.columns.map(({ name }) => name),
  format: openingFormat,
  hasSteps: true,
  offersAll: false,
};

/** "Import Opening Invoices" (docs/product/invoices.md#opening-invoices). */
export default function OpeningInvoiceImport(props: ImportWorkProps) {
  return <ImportWork screen={screen} {...props} />;
}
