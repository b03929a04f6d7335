import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { useId } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogFailure, DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { useTimeLeft } from '~/kit/ui/hooks/useTimeLeft';
import { type ImportAnswer, type ImportSubject, percentageOf } from '../imports.fields';
import type { Import, Running } from './imports.client';
import { Panel } from '~/kit/ui/elements/Panel';
import { RefusedRows } from './RefusedRows';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { FormHint } from '~/kit/ui/form/FormParts';
import classes from './ImportDialog.module.css';

/** What an import is of, in the words of its screen. */
export interface ImportScreen {
  subject: ImportSubject;
  title: string;
  about: string;
  columns: readonly string[];
  /** A file of all that is there, to be changed and imported back. */
  whole?: { label: string; path: string; name: string } | undefined;
}

interface Props {
  screen: ImportScreen;
  opened: boolean;
  work: Import;
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
      subtitle={state.fileName === '' ? 'From a CSV file' : state.fileName}
      size={720}
      closeLabel="Close"
    >
      <DialogBody className={classes.body} tabIndex={0} role="group" aria-label="Import">
        {state.problem ? (
          <DialogFailure>
            <p>{state.problem}</p>
          </DialogFailure>
        ) : null}
        {state.phase === 'choosing' ? <Choice screen={screen} work={work} /> : null}
        {state.running ? <Bar phase={state.phase} running={state.running} /> : null}
        {state.answer ? (
          <Outcome screen={screen} phase={state.phase} answer={state.answer} />
        ) : null}
      </DialogBody>
      <Footer work={work} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ screen, work }: Pick<Props, 'screen' | 'work'>) {
  const { subject, about, columns, whole } = screen;
  return (
    <>
      <SoftText>{about} Nothing changes before you have seen what would.</SoftText>
      <div className={classes.choice}>
        <FileButton
          accept=".csv"
          onChange={work.choose}
          inputProps={{ 'aria-label': 'CSV file', name: 'csvFile' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            >
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={() => void save(`/${subject}/sample-csv`, `${subject}-sample.csv`)}
        >
          Download sample CSV
        </Button>
        {whole ? (
          <Button
            variant="subtle"
            leftSection={<IconFileDownload size={16} aria-hidden />}
            onClick={() => void save(whole.path, whole.name)}
          >
            {whole.label}
          </Button>
        ) : null}
      </div>
      <SoftText className={classes.columns}>
        Columns: <code>{columns.join(', ')}</code>. UTF-8 or Windows-1252, separated by comma,
        semicolon or tab, up to 50 MB.
      </SoftText>
    </>
  );
}

function Bar({ phase, running }: { phase: Import['state']['phase']; running: Running }) {
  const { processed, total } = running;
  const left = useTimeLeft(processed, total);
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
            : `${what}… ${counted(processed)} of ${counted(total)} rows (${percent}%)`}
        </span>
        <span>{left}</span>
      </div>
    </div>
  );
}

const figuresOf = ({ created, updated, unchanged, failed }: ImportAnswer) => [
  { count: created, would: 'would be created', did: 'created' },
  { count: updated - unchanged, would: 'would be changed', did: 'changed' },
  { count: unchanged, would: 'would stay as they are', did: 'stayed as they were' },
  { count: failed, would: 'would be refused', did: 'refused', refused: failed > 0 },
];

interface OutcomeProps {
  screen: ImportScreen;
  phase: Import['state']['phase'];
  answer: ImportAnswer;
}

function Outcome({ screen: { subject }, phase, answer }: OutcomeProps) {
  const isDone = phase === 'ended';
  return (
    <>
      <div role="status">
        <h3 className={classes.heading}>
          {isDone ? 'Import finished' : 'This is what the import would do'}
        </h3>
        <ul className={classes.figures}>
          {figuresOf(answer).map(({ count, would, did, refused }) => (
            <Panel as="li" key={did} data-refused={refused || undefined}>
              <b>{counted(count)}</b> {isDone ? did : would}
            </Panel>
          ))}
        </ul>
      </div>
      {answer.errors.length > 0 ? (
        <RefusedRows
          answer={answer}
          onDownload={() =>
            void save(`/${subject}/imports/${answer.job_id}/refused`, 'refused.csv')
          }
        />
      ) : null}
    </>
  );
}

function Footer({ work, onClose }: Pick<Props, 'work' | 'onClose'>) {
  const hint = useId();
  const { phase, jobId } = work.state;
  if (phase === 'importing') {
    return (
      <DialogFooter>
        <FormHint>It goes on when you close this window or the browser.</FormHint>
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
        <Button variant="default" onClick={work.reset}>
          Import another file
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    );
  }
  const checking = phase === 'checking';
  return (
    <DialogFooter>
      <FormHint id={hint}>{checking ? 'The file is being checked' : null}</FormHint>
      <Button variant="default" onClick={phase === 'choosing' ? onClose : work.reset}>
        {phase === 'choosing' ? 'Cancel' : 'Choose another file'}
      </Button>
      <Button
        disabled={checking}
        aria-describedby={checking ? hint : undefined}
        onClick={work.begin}
      >
        Import
      </Button>
    </DialogFooter>
  );
}

async function save(path: string, name: string): Promise<void> {
  await downloadFile(path, name).catch(() => {
    toast('error', 'The file could not be downloaded. Please try again.');
  });
}

function counted(count: number): string {
  return formatNumber(count);
}
