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
    'Rows are matched by lead ID, or by email and company name. Matching leads are updated; all other rows create new leads.',
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
