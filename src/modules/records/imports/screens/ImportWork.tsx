import { customOf } from '~/kit/shared/fields/custom-column';
import { useOwnFields } from '~/kit/ui/calls/own-fields';
import { withOwnColumns } from '../formats.rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '~/kit/ui/messages/toasts';
import type { ImportResponse } from '../imports.fields';
import { ImportDialog } from './ImportDialog';
import type { ImportScreen } from './import-screens.client';
import { type Import, useImport } from './imports.client';

export interface ImportWorkProps {
  /** What its button says. */
  label: string;
  isRequested: boolean;
  onClose: () => void;
}

/** An import of one kind of records and its dialog, also while that is closed. */
export function importWork(given: ImportScreen) {
  return function ImportWork({ label, isRequested, onClose }: ImportWorkProps) {
    const screen = useOwnColumns(given);
    const work = useImport(screen);
    const [aside, setAside] = useState<number | null>(null);
    const { phase, jobId, isFound } = work.state;
    // An import found after a reload opens on its own until it is dismissed.
    const opened = isRequested || (isFound && aside !== jobId);
    useOutcomeToast(work.state, opened, label);
    const close = () => {
      onClose();
      if (phase === 'importing') setAside(jobId);
      else work.reset();
    };
    return <ImportDialog screen={screen} opened={opened} work={work} onClose={close} />;
  };
}

/** Reports the end of an import whose dialog is closed; the dialog then shows the result. */
function useOutcomeToast(
  { phase, response, problem }: Import['state'],
  opened: boolean,
  label: string,
) {
  const before = useRef(phase);
  useEffect(() => {
    const wasImporting = before.current === 'importing';
    before.current = phase;
    if (opened || !wasImporting || phase === 'importing') return;
    if (problem) toast('error', problem);
    else if (response) toast('success', finishedText(response, label));
  }, [phase, response, problem, opened, label]);
}

function finishedText(
  { created, contacts = 0, updated, failed }: ImportResponse,
  label: string,
): string {
  const people = contacts > 0 ? `${contacts} as contacts, ` : '';
  return `Import finished: ${created} created, ${people}${updated} changed, ${failed} refused. "${label}" shows more.`;
}

/** The screen with the columns of the company's own fields, where its records have them. */
function useOwnColumns(screen: ImportScreen): ImportScreen {
  const { subject, format } = screen;
  const own = useOwnFields(useMemo(() => ({ custom: customOf(subject) }), [subject]));
  return useMemo(() => {
    // A file of invoices brings in what is open of them alone.
    if (subject === 'invoices') return screen;
    const columns = Object.entries(own).map(([name, field]) => ({ name, field }));
    return { ...screen, format: withOwnColumns(format, columns) };
  }, [screen, subject, format, own]);
}
