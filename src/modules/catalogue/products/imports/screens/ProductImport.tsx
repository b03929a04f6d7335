import { useMemo } from 'react';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { exportColumns, productFormat } from '../products.csv';
import type { ImportScreen } from '~/modules/records/imports/screens/import-screens.client';
import { ImportWork, type ImportWorkProps } from '~/modules/records/imports/screens/ImportWork';

/** "Import Products" (docs/product/imports.md#dialog). */
export default function ProductImport(props: ImportWorkProps) {
  const { tax_mode: taxMode } = useSettings();
  const screen = useMemo<ImportScreen>(
    () => ({
      subject: 'products',
      title: 'Import Products',
      about:
        'Rows are matched by SKU code. Matching products are updated; other rows create new products.',
      columns: exportColumns(taxMode).map(({ name }) => name),
      format: productFormat,
      hasSteps: false,
      offersAll: false,
      asOf: 'Stock',
    }),
    [taxMode],
  );
  return <ImportWork screen={screen} {...props} />;
}
