import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { openingFormat } from '../opening-invoices.csv';

/** "Import Opening Invoices" (docs/product/invoices.md#opening-invoices). */
export default importWork({
  subject: 'invoices',
  title: 'Import Opening Invoices',
  about:
    'The unpaid invoices of the program that you used before. They keep their numbers, count as due and can be paid. They are not part of sales, tax, returns or your number series. The first filled one of code, GSTIN, email and company name identifies the customer. An invoice number that was imported before is skipped.',
  format: openingFormat,
});
