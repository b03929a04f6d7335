import { importWork } from '~/modules/records/imports/screens/ImportWork';
import { leadFormat } from '../leads.csv';

/** "Import Leads" (docs/product/leads.md#import-and-export). */
export default importWork({
  subject: 'leads',
  title: 'Import Leads',
  about:
    'Rows are matched by lead ID, or by email and company name. Matching leads are updated; all other rows create new leads.',
  format: leadFormat,
  offersAll: true,
});
