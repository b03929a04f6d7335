import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useMay } from '~/modules/workspaces/screens/workspaces.client';
import type { ImportAnswer } from '../imports.fields';
import type { ImportScreen } from './ImportDialog';
import { type Import, useImport } from './imports.client';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog')).ImportDialog }));

/** "Import CSV" (docs/product/imports.md#dialog); a running import is shown again after a reload. */
export function ImportButton({ screen }: { screen: ImportScreen }) {
  const { subject } = screen;
  const work = useImport(subject);
  const canCreate = useMay(`${subject}.create`).ok;
  const mayImport = useMay(`${subject}.update`).ok && canCreate;
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
          {...asCommand()}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setWanted(true)}
        >
          Import CSV
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {needsDialog ? (
          <ImportDialog screen={screen} opened={opened} work={work} onClose={close} />
        ) : null}
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
