import { Button } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFile } from '~/kit/ui/calls/files';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/messages/toasts';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';

const ProductImport = lazyPart(() => import('./ProductImport'));

interface Props {
  /** What the list shows, as its calls take it. */
  query: string;
}

/** "Import CSV", "Export CSV" and "Export Excel" of products (docs/product/imports.md#dialog). */
export function ProductTransfer({ query }: Props) {
  return (
    <>
      <ImportButton subject="products" work={ProductImport} />
      {useMay('products.export').ok ? <ExportButtons query={query} /> : null}
    </>
  );
}

const formats = { csv: 'Export CSV', xlsx: 'Export Excel' } as const;
type Format = keyof typeof formats;

function ExportButtons({ query }: Props) {
  const [exporting, setExporting] = useState<Format | null>(null);
  const save = async (format: Format) => {
    setExporting(format);
    try {
      await downloadFile(`/products/export?format=${format}&${query}`, `products.${format}`);
      toast('success', 'Products exported successfully!');
    } catch {
      toast('error', 'Export failed. Please try again.');
    } finally {
      setExporting(null);
    }
  };
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      {...asCommand()}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={exporting !== null}
      onClick={() => void save(format)}
    >
      {exporting === format ? 'Exporting...' : formats[format]}
    </Button>
  ));
}
