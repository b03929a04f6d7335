import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { undoChange } from '~/kit/ui/bulk/undo';
import { DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { FormHint } from '~/kit/ui/form/FormParts';
import { nounsOf } from '~/modules/organization/kinds/kinds.rules';
import type { ImportProps } from './imports.client';
import { mappingProblem } from './map-columns.client';

interface Props extends ImportProps {
  onClose: () => void;
}

export function ImportFooter({ screen, work, onClose }: Props) {
  const { phase, jobId } = work.state;
  if (phase === 'importing') {
    return (
      <DialogFooter>
        <FormHint>The import continues if you close this window or the browser.</FormHint>
        <Button variant="default" disabled={jobId === null} onClick={() => void work.cancel()}>
          Cancel import
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    );
  }
  if (phase === 'ended') {
    return (
      <DialogFooter>
        <UndoButton screen={screen} work={work} onClose={onClose} />
        <Button variant="default" onClick={work.reset}>
          Import another file
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    );
  }
  // "Preview" must not turn into "Import" under a person's focus.
  const key = phase === 'mapping' ? phase : 'checking';
  return <StepFooter key={key} screen={screen} work={work} onClose={onClose} />;
}

function UndoButton({ screen, work, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const batch = work.state.response?.batch_id ?? null;
  if (batch === null) return null;
  const undo = async () => {
    setBusy(true);
    const nouns = nounsOf(screen.subject);
    await undoChange({ batch, nouns, path: null, onUndone: onClose });
    setBusy(false);
  };
  return (
    <Button variant="default" disabled={isBusy} onClick={() => void undo()}>
      {isBusy ? 'Undoing…' : 'Undo'}
    </Button>
  );
}

/** Leads to the preview, and from there to the import. */
function StepFooter({ screen, work, onClose }: Props) {
  const hint = useId();
  const { phase, head, mapping } = work.state;
  const isMapping = phase === 'mapping';
  const isChosen = phase !== 'choosing';
  const checking = phase === 'checking' ? 'The file is being checked' : null;
  const reason = isMapping ? mappingProblem(screen.format, mapping) : checking;
  // With steps there is nothing to import before a file was chosen and mapped.
  const isOffered = isChosen || screen.isCheckedAtOnce;
  return (
    <DialogFooter>
      <FormHint id={hint}>{reason}</FormHint>
      <Button variant="default" onClick={isChosen ? work.reset : onClose}>
        {isChosen ? 'Choose another file' : 'Cancel'}
      </Button>
      {phase === 'checked' ? (
        <Button variant="default" onClick={work.map}>
          {head ? 'Back' : 'Map Columns'}
        </Button>
      ) : null}
      {isOffered ? (
        <Button
          disabled={reason !== null}
          aria-describedby={reason === null ? undefined : hint}
          onClick={isMapping ? work.check : work.begin}
        >
          {isMapping ? 'Preview' : 'Import'}
        </Button>
      ) : null}
    </DialogFooter>
  );
}
