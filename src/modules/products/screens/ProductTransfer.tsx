import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { downloadFile } from '~/kit/ui/files';
import { toast } from '~/kit/ui/toasts';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import { useImport } from './imports.client';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog')).ImportDialog }));

/** "Import CSV" and "Export CSV" (spec 2 §2.1); an import under way is shown again after a reload. */
export function ProductTransfer() {
  const work = useImport();
  const [wanted, setWanted] = useState(false);
  const [put, setPut] = useState<number | null>(null);
  const { phase, jobId } = work.state;
  // What was found running opens by itself, until it is put aside.
  const opened = wanted || (phase === 'importing' && put !== jobId);
  const needsDialog = useOnceTrue(opened);
  const close = () => {
    setWanted(false);
    if (phase === 'importing') setPut(jobId);
    else work.reset();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setWanted(true)}
      >
        Import CSV
      </Button>
      <ExportButton />
      <Suspense fallback={null}>
        {needsDialog ? <ImportDialog opened={opened} work={work} onClose={close} /> : null}
      </Suspense>
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
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={exporting}
      onClick={() => void save()}
    >
      {exporting ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
