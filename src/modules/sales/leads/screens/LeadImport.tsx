import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';
import { leadFormat } from '../leads.csv';

const screen: ImportScreen = {
  subject: 'leads',
  about:
    'A row with the id of a lead, or with its e-mail and company name, changes that lead in the columns that the file has; all others are new leads.',
  columns: leadFormat.columns.map(({ name }) => name),
  format: leadFormat,
  hasSteps: true,
};

/** "Import Leads" (docs/product/leads.md#import-and-export). */
export function LeadImport(props: ImportWorkProps) {
  return <ImportWork screen={screen} {...props} />;
}
