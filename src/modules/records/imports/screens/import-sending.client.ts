import { useCallback, useRef } from 'react';
import { ApiError } from '~/kit/ui/calls/api';
import { uploadFile } from '~/kit/ui/calls/files';
import type { Day } from '~/kit/shared/time/days';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import type { Mapping } from '../mapping.rules';
import type { ImportResponse, Progress, RowError } from '../imports.fields';
import type { FileHead } from './file-heads.client';
import { forget, remember } from './watched-import.client';

/** An import without progress for this long counts as lost (docs/product/imports.md#dialog). */
const timeOutMs = 120_000;

const timedOutText = 'Import timed out. Please try again with a smaller file.';
export const failedText = 'Import failed. Please try again.';

export type Running = Pick<Progress, 'processed' | 'total'>;

export interface ImportState {
  phase: 'choosing' | 'mapping' | 'checking' | 'checked' | 'importing' | 'ended';
  file: File | null;
  fileName: string;
  /** The past day that the file counts as of; empty for today. */
  asOf: Day;
  /** Further rows of a company are its contacts. */
  onePerCompany: boolean;
  /** The preview has found further rows of a company. */
  hasRepeats: boolean;
  /** How the file begins; null until its columns are to be mapped. */
  head: FileHead | null;
  mapping: Mapping | null;
  jobId: number | null;
  /** True when it was already running or finished when the page was opened. */
  isFound: boolean;
  running: Running | null;
  response: ImportResponse | null;
  /** The problems of the preview before the columns were mapped again. */
  refused: readonly RowError[];
  problem: string | null;
}

export const start: ImportState = {
  phase: 'choosing',
  file: null,
  fileName: '',
  asOf: '',
  onePerCompany: false,
  hasRepeats: false,
  head: null,
  mapping: null,
  jobId: null,
  isFound: false,
  running: null,
  response: null,
  refused: [],
  problem: null,
};

export type Change = Partial<ImportState>;

type Sent = Pick<ImportState, 'asOf' | 'onePerCompany' | 'head' | 'mapping'> & {
  file: File;
  dryRun: boolean;
};

/** Sends one file at a time; another one takes its place. A refused one is mapped again where it was mapped before. */
export function useSending(subject: KindWithRights, change: (patch: Change) => void) {
  const alive = useRef<() => void>(() => undefined);
  const sending = useRef<AbortController | null>(null);
  const send = useCallback(
    async ({ file, asOf, onePerCompany, head, mapping, dryRun }: Sent) => {
      sending.current?.abort(new Superseded());
      const own = new AbortController();
      sending.current = own;
      alive.current = watched(own);
      if (!dryRun) remember(subject, 'sent');
      const stored = { file, fileName: file.name, asOf, onePerCompany, head, mapping };
      const running = { processed: 0, total: 0 };
      change({ ...start, ...stored, phase: dryRun ? 'checking' : 'importing', running });
      try {
        const response = await uploadFile<ImportResponse>(
          `/${subject}/import?${new URLSearchParams({
            dry_run: String(dryRun),
            ...(asOf === '' ? {} : { as_of: asOf }),
            ...(onePerCompany ? { one_per_company: 'true' } : {}),
          })}`,
          {
            field: 'csvFile',
            file,
            texts: {
              ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
              ...(head?.sheet ? { sheet: head.sheet } : {}),
            },
            signal: own.signal,
            onSent: () => alive.current(),
          },
        );
        const phase = dryRun ? 'checked' : 'ended';
        const { same_company = 0, contacts = 0, job_id: jobId } = response;
        const hasRepeats = same_company + contacts > 0;
        change({ phase, response, hasRepeats, running: null, jobId });
      } catch (error) {
        const reason: unknown = own.signal.aborted ? own.signal.reason : error;
        if (reason instanceof Superseded) return;
        if (!dryRun) forget(subject);
        const phase = head ? 'mapping' : 'choosing';
        change({ phase, running: null, problem: messageOf(reason) });
      } finally {
        own.abort(new Superseded());
      }
    },
    [subject, change],
  );
  const giveUp = useCallback(() => sending.current?.abort(new Superseded()), []);
  return { send, giveUp, alive };
}

class Superseded extends Error {}
class TimedOut extends Error {}

/** Returns the callback for signs of progress; without one for too long, the upload is aborted. */
function watched(own: AbortController): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const again = () => {
    clearTimeout(timer);
    if (!own.signal.aborted) timer = setTimeout(() => own.abort(new TimedOut()), timeOutMs);
  };
  own.signal.addEventListener('abort', () => clearTimeout(timer));
  again();
  return again;
}

function messageOf(error: unknown): string {
  if (error instanceof TimedOut) return timedOutText;
  return error instanceof ApiError && error.status < 500 ? error.message : failedText;
}
