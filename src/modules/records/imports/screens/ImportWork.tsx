import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '~/kit/ui/elements/toasts';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { ImportAnswer } from '../imports.fields';
import { guessedMapping } from '../mapping.rules';
import { ImportDialog } from './ImportDialog';
import { keepMapping, mappingBefore } from './import-memory.client';
import type { ImportScreen } from './import-screens.client';
import { type Import, useImport } from './imports.client';

export interface ImportWorkProps {
  wanted: boolean;
  onClose: () => void;
}

/** An import and its dialog, also while that is closed. */
export function ImportWork({
  screen,
  wanted,
  onClose,
}: ImportWorkProps & { screen: ImportScreen }) {
  const work = useImport({ ...screen, mappings: useMappings(screen) });
  const [aside, setAside] = useState<number | null>(null);
  const { phase, jobId, isFound } = work.state;
  // An import found after a reload opens on its own until it is dismissed.
  const opened = wanted || (isFound && aside !== jobId);
  useToldAside(work.state, opened);
  const close = () => {
    onClose();
    if (phase === 'importing') setAside(jobId);
    else work.reset();
  };
  return <ImportDialog screen={screen} opened={opened} work={work} onClose={close} />;
}

function useMappings({ subject, format }: ImportScreen) {
  const { id } = useSession();
  return useMemo(
    () => ({
      find: (headings: readonly string[]) => {
        const guessed = guessedMapping(headings, format);
        const before = mappingBefore(id, subject, headings) ?? guessed;
        const names = new Set(format.columns.map(({ name }) => name));
        // A field may be gone since.
        const isThere = ([, name]: [string, string | null]) => name === null || names.has(name);
        const kept = Object.fromEntries(Object.entries(before).filter(isThere));
        return { ...guessed, ...kept };
      },
      keep: (headings: readonly string[], mapping: Readonly<Record<string, string | null>>) =>
        keepMapping(id, subject, { headings, mapping }),
    }),
    [id, subject, format],
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
