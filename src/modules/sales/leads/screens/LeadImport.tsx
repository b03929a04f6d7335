import { useMemo } from 'react';
import type { ImportScreen } from '~/modules/catalogue/products/imports/screens/import-screens.client';
import {
  ImportWork,
  type ImportWorkProps,
} from '~/modules/catalogue/products/imports/screens/ImportWork';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { leadFormat } from '../leads.csv';

const screen: ImportScreen = {
  subject: 'leads',
  title: 'Import Leads',
  about:
    'A row with the id of a lead, or with its e-mail and company name, changes that lead in the columns that the file has; all others are new leads.',
  columns: leadFormat.columns.map(({ name }) => name),
  format: leadFormat,
  hasSteps: true,
};

const whole = { label: 'Download all leads', path: '/leads/export', name: 'leads.csv' };

/** "Import Leads" (docs/product/leads.md#import-and-export). */
export function LeadImport(props: ImportWorkProps) {
  const mayExport = useMay('leads.export').ok;
  const shown = useMemo(() => (mayExport ? { ...screen, whole } : screen), [mayExport]);
  return <ImportWork screen={shown} {...props} />;
}
