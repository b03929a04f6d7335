import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { downloadFile } from '~/kit/ui/data/files';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { useMay } from '~/modules/workspaces/screens/workspaces.client';
import { ImportButton } from './ImportButton';

const ProductImport = lazy(async () => ({
  default: (await import('./ProductImport')).ProductImport,
}));

/** "Import CSV" and "Export CSV" of products (docs/product/imports.md#dialog). */
export function ProductTransfer() {
  return (
    <>
      <ImportButton subject="products" work={ProductImport} />
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
