import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useMay } from '~/modules/workspaces/screens/workspaces.client';
import type { ImportAnswer } from '../imports.fields';
import { type Import, useImport } from './imports.client';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog')).ImportDialog }));

/** "Import CSV" and "Export CSV" (docs/product/imports.md#dialog); a running import is shown again after a reload. */
export function ProductTransfer() {
  const work = useImport();
  const canCreate = useMay('products.create').ok;
  const mayImport = useMay('products.update').ok && canCreate;
  const mayExport = useMay('products.export').ok;
  const [wanted, setWanted] = useState(false);
  const [aside, setAside] = useState<number | null>(null);
  const { phase, jobId, isFound } = work.state;
  // An import found after a reload opens by itself until it is dismissed.
  const opened = wanted || (isFound && aside !== jobId);
  const needsDialog = useOnceTrue(opened);
  useToldAside(work.state, opened);
  const close = () => {
    setWanted(false);
    if (phase === 'importing') setAside(jobId);
    else work.reset();
  };
  return (
    <>
      {mayImport ? (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setWanted(true)}
        >
          Import CSV
        </Button>
      ) : null}
      {mayExport ? <ExportButton /> : null}
      <Suspense fallback={null}>
        {needsDialog ? <ImportDialog opened={opened} work={work} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

/** Reports the end of an import whose dialog is closed; the dialog then shows the result. */
function useToldAside({ phase, answer, problem }: Import['state'], opened: boolean) {
  const before = useRef(phase);
  useEffect(() => {
    const wasImporting = before.current === 'importing';
    before.current = phase;
    if (opened || !wasImporting || phase === 'importing') return;
    if (problem) toast('error', problem);
    else if (answer) toast('success', finishedText(answer));
  }, [phase, answer, problem, opened]);
}

function finishedText({ created, updated, failed }: ImportAnswer): string {
  return `Import finished: ${created} created, ${updated} changed, ${failed} refused. "Import CSV" shows more.`;
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
