import { Progress } from '@mantine/core';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogFailure, DialogBody } from '~/kit/ui/dialog/DialogParts';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useTimeRemaining } from './useTimeRemaining';
import { noCsvFile, percentageOf, takenFiles } from '../imports.fields';
import { ImportChoice } from './ImportChoice';
import { ImportFooter } from './ImportFooter';
import { ImportOutcome } from './ImportOutcome';
import type { Running } from './import-sending.client';
import { ImportSteps } from './ImportSteps';
import type { Import, ImportProps } from './imports.client';
import { MapColumns } from './MapColumns';
import { PreviewRows } from './PreviewRows';
import classes from './ImportDialog.module.css';

interface Props extends ImportProps {
  opened: boolean;
  onClose: () => void;
}

/** "Import Products" and the like: choose a file, preview, import, see the result (docs/product/imports.md#dialog). */
export function ImportDialog({ screen, opened, work, onClose }: Props) {
  const { state } = work;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={screen.title}
      subtitle={state.fileName === '' ? 'From a CSV or Excel file' : state.fileName}
      size={720}
      closeLabel="Close"
    >
      <DialogBody className={classes.body} tabIndex={0} role="group" aria-label="Import">
        {screen.isCheckedAtOnce && state.phase !== 'mapping' ? null : (
          <ImportSteps phase={state.phase} />
        )}
        {state.problem ? (
          <DialogFailure>
            <p>{state.problem}</p>
          </DialogFailure>
        ) : null}
        {state.problem === noCsvFile ? <SoftText>{takenFiles}</SoftText> : null}
        {state.phase === 'choosing' ? <ImportChoice screen={screen} work={work} /> : null}
        {state.phase === 'mapping' ? <MapColumns screen={screen} work={work} /> : null}
        {state.running ? <Bar phase={state.phase} running={state.running} /> : null}
        {state.response ? (
          <ImportOutcome screen={screen} work={work} response={state.response} />
        ) : null}
        {state.phase === 'checked' ? <PreviewRows screen={screen} work={work} /> : null}
      </DialogBody>
      <ImportFooter screen={screen} work={work} onClose={onClose} />
    </Dialog>
  );
}

function Bar({ phase, running }: { phase: Import['state']['phase']; running: Running }) {
  const { processed, total } = running;
  const remaining = useTimeRemaining(processed, total);
  const what = phase === 'checking' ? 'Checking' : 'Importing';
  const percent = percentageOf(running);
  return (
    <div className={classes.progress}>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={percent} withAria={false} />
      </Progress.Root>
      <div
        className={classes.count}
        role="progressbar"
        aria-label={`${what} the file`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span>
          {total === 0
            ? `${what}…`
            : `${what}… ${formatNumber(processed)} of ${formatNumber(total)} rows (${percent}%)`}
        </span>
        <span>{remaining}</span>
      </div>
    </div>
  );
}
