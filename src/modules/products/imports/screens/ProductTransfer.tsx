import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { downloadFile } from '~/kit/ui/data/files';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { useSettings } from '~/modules/company/screens/settings.client';
import { useMay } from '~/modules/workspaces/screens/workspaces.client';
import { exportColumns } from '../products.csv';
import { ImportButton } from './ImportButton';
import type { ImportScreen } from './ImportDialog';

/** "Import CSV" and "Export CSV" of products (docs/product/imports.md#dialog). */
export function ProductTransfer() {
  const { tax_mode: taxMode } = useSettings();
  const screen = useMemo<ImportScreen>(
    () => ({
      subject: 'products',
      title: 'Import Products',
      about:
        'Products are told apart by their SKU code: known ones are updated with the columns that the file has, others are created.',
      columns: exportColumns(taxMode).map(({ name }) => name),
    }),
    [taxMode],
  );
  return (
    <>
      <ImportButton screen={screen} />
      {useMay('products.export').ok ? <ExportButton /> : null}
    </>
  );
}

function ExportButton() {
  const [exporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    try {
      await downloadFile('/products/export', 'products.csv');
      toast('success', 'Products exported successfully!');
    } catch {
      toast('error', 'Export failed. Please try again.');
    } finally {
      setExporting(false);
    }
  };
  return (
    <Button
      {...asCommand()}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={exporting}
      onClick={() => void save()}
    >
      {exporting ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
