import { useEffect, useMemo, useRef, useState } from 'react';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { toast } from '~/kit/ui/elements/toasts';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { ImportResponse } from '../imports.fields';
import { headingAt, mostHeadingRows } from '../heading-row.rules';
import { guessedMapping, type Mapping, mappingOf } from '../mapping.rules';
import type { FileHead } from './file-heads.client';
import { ImportDialog } from './ImportDialog';
import type { ImportScreen } from './import-screens.client';
import { type Import, useImport } from './imports.client';
import { rememberedFor } from './map-columns.client';
import { keepMapping, mappingBefore } from './mapping-memory.client';

export interface ImportWorkProps {
  /** What its button says. */
  label: string;
  isRequested: boolean;
  onClose: () => void;
}

/** An import and its dialog, also while that is closed. */
export function ImportWork({
  screen,
  label,
  isRequested,
  onClose,
}: ImportWorkProps & { screen: ImportScreen }) {
  const work = useImport({ ...screen, mappings: useMappings(screen) });
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
}

const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim());

function useMappings({ subject, format }: ImportScreen) {
  const { id } = useSession();
  return useMemo(
    () => ({
      headingAt: (rows: readonly CsvRow[]) => {
        const isMapped = ({ cells }: CsvRow) =>
          mappingBefore(id, subject, trimmed(cells)) !== undefined;
        const at = rows.slice(0, mostHeadingRows).findIndex(isMapped);
        return at >= 0 ? at : headingAt(rows, format);
      },
      wasMapped: ({ headings }: FileHead) => mappingBefore(id, subject, headings) !== undefined,
      find: (head: FileHead) => {
        const { headings, header, rows } = head;
        const before = mappingBefore(id, subject, headings);
        const stored = mappingOf(before, headings, format)?.mapping;
        const mapping = stored
          ? rememberedFor(head, format, stored)
          : guessedMapping(headings, format, rows);
        return { ...mapping, heading_line: header.line };
      },
      keep: (headings: readonly string[], mapping: Mapping) =>
        keepMapping(id, subject, { headings, mapping }),
    }),
    [id, subject, format],
  );
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

function finishedText({ created, updated, failed }: ImportResponse, label: string): string {
  return `Import finished: ${created} created, ${updated} changed, ${failed} refused. "${label}" shows more.`;
}
