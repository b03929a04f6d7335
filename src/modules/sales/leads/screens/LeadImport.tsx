import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';
import { leadFormat } from '../leads.csv';

const screen: ImportScreen = {
  subject: 'leads',
  title: 'Import Leads',
  about:
    'Rows are matched by lead ID, or by email and company name. Matching leads are updated; all other rows create new leads.',
  columns: leadFormat.columns.map(({ name }) => name),
  format: leadFormat,
  hasSteps: true,
  offersAll: true,
};

/** "Import Leads" (docs/product/leads.md#import-and-export). */
export default function LeadImport(props: ImportWorkProps) {
  return <ImportWork screen={screen} {...props} />;
}
