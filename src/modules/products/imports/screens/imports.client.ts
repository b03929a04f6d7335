import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api, ApiError, isRefusal } from '~/kit/ui/data/api';
import { uploadFile } from '~/kit/ui/data/files';
import { onLive } from '~/kit/ui/data/live';
import {
  type ImportAnswer,
  type ImportSubject,
  isCsvName,
  type Job,
  type JobFailure,
  noCsvFile,
  type Progress,
} from '../imports.fields';

/** An import without progress for this long counts as lost (docs/product/imports.md#dialog). */
const timeOutMs = 120_000;
const askAgainMs = 2000;

export const timedOutText = 'Import timed out. Please try again with a smaller file.';
export const failedText = 'Import failed. Please try again.';

export type Running = Pick<Progress, 'processed' | 'total'>;

export interface ImportState {
  phase: 'choosing' | 'checking' | 'checked' | 'importing' | 'ended';
  file: File | null;
  fileName: string;
  jobId: number | null;
  /** True when it was already running or finished when the page was opened. */
  isFound: boolean;
  running: Running | null;
  answer: ImportAnswer | null;
  problem: string | null;
}

const start: ImportState = {
  phase: 'choosing',
  file: null,
  fileName: '',
  jobId: null,
  isFound: false,
  running: null,
  answer: null,
  problem: null,
};

type Change = Partial<ImportState>;

/** One import from the choice of its file to its end, restored after a reload of the page. */
export function useImport(subject: ImportSubject) {
  const [state, change] = useReducer(
    (before: ImportState, patch: Change): ImportState => ({ ...before, ...patch }),
    start,
  );
  const { send, giveUp, alive } = useSending(subject, change);
  useEvents(subject, state, { change, alive });
  useFoundAgain(subject, change);
  useAskAgain(subject, state, change);

  const choose = useCallback(
    (file: File | null) => {
      if (file && isCsvName(file.name)) void send(file, true);
      else change({ ...start, problem: noCsvFile });
    },
    [send],
  );
  const begin = () => {
    if (state.file) void send(state.file, false);
    else change({ problem: noCsvFile });
  };
  const cancel = async () => {
    if (state.jobId !== null)
      await api.post(`/${subject}/imports/${state.jobId}/cancel`).catch(ended);
  };
  const reset = useCallback(() => {
    giveUp();
    forget(subject);
    change(start);
  }, [subject, giveUp]);
  return { state, choose, begin, cancel, reset };
}

interface Hands {
  change: (patch: Change) => void;
  alive: { current: () => void };
}

/** Sends one file at a time; another one takes its place. */
function useSending(subject: ImportSubject, change: (patch: Change) => void) {
  const alive = useRef<() => void>(() => undefined);
  const sending = useRef<AbortController | null>(null);
  const send = useCallback(
    async (file: File, dryRun: boolean) => {
      sending.current?.abort(new Superseded());
      const own = new AbortController();
      sending.current = own;
      alive.current = watched(own);
      if (!dryRun) remember(subject, 'sent');
      change({
        ...start,
        phase: dryRun ? 'checking' : 'importing',
        file,
        fileName: file.name,
        running: { processed: 0, total: 0 },
      });
      try {
        const answer = await uploadFile<ImportAnswer>(
          `/${subject}/import${dryRun ? '?dry_run=true' : ''}`,
          { field: 'csvFile', file, signal: own.signal, onSent: () => alive.current() },
        );
        change({
          phase: dryRun ? 'checked' : 'ended',
          answer,
          running: null,
          jobId: answer.job_id,
        });
      } catch (error) {
        const reason: unknown = own.signal.aborted ? own.signal.reason : error;
        if (reason instanceof Superseded) return;
        if (!dryRun) forget(subject);
        change({ phase: 'choosing', running: null, problem: sentenceOf(reason) });
      } finally {
        own.abort(new Superseded());
      }
    },
    [subject, change],
  );
  const giveUp = useCallback(() => sending.current?.abort(new Superseded()), []);
  return { send, giveUp, alive };
}

export type Import = ReturnType<typeof useImport>;

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

function sentenceOf(error: unknown): string {
  if (error instanceof TimedOut) return timedOutText;
  return error instanceof ApiError && error.status < 500 ? error.message : failedText;
}

// It has just ended by itself, which is reported elsewhere.
function ended(error: unknown): void {
  if (!isRefusal(error, 'import.already_ended')) throw error;
}

function useEvents(subject: ImportSubject, { phase, jobId }: ImportState, hands: Hands) {
  const { change, alive } = hands;
  const busy = phase === 'checking' || phase === 'importing';
  useEffect(() => {
    if (!busy) return undefined;
    const dryRun = phase === 'checking';
    const isOwn = (data: Progress) =>
      data.subject === subject &&
      data.dry_run === dryRun &&
      (jobId === null || data.job_id === jobId);
    const ends = [
      onLive<Progress>('import-progress', (data) => {
        if (!isOwn(data)) return;
        alive.current();
        if (!dryRun) remember(subject, String(data.job_id));
        const { job_id, processed, total } = data;
        change({ jobId: job_id, running: { processed, total } });
      }),
      onLive<JobFailure>('import-error', (data) => {
        if (data.job_id !== jobId) return;
        forget(subject);
        change({ phase: 'choosing', running: null, problem: data.error });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [subject, busy, phase, jobId, change, alive]);
}

/** After a reload: the import that this browser was watching, or one that is running. */
function useFoundAgain(subject: ImportSubject, change: (patch: Change) => void) {
  useEffect(() => {
    const watching = remembered(subject);
    void api.get<Job[]>(`/${subject}/imports`).then(
      (jobs) => {
        const real = jobs.filter((job) => !job.dry_run);
        const found =
          watching === null
            ? real.find((job) => job.status === 'running')
            : (real.find((job) => String(job.job_id) === watching) ?? real[0]);
        if (found) change({ ...running(found), isFound: true });
      },
      // The list of records already reports that the server cannot be reached.
      () => undefined,
    );
  }, [subject, change]);
}

function running({ job_id, file_name, processed, total }: Job): Change {
  const counts = { processed, total };
  return { phase: 'importing', jobId: job_id, fileName: file_name, running: counts };
}

/** Polls the state of a restored import until it has ended, since nothing waits for its answer. */
function useAskAgain(
  subject: ImportSubject,
  { phase, jobId, file }: ImportState,
  change: (patch: Change) => void,
) {
  const asking = phase === 'importing' && jobId !== null && file === null;
  useEffect(() => {
    if (!asking) return undefined;
    const ask = async () => {
      const job = await api.get<Job>(`/${subject}/imports/${jobId}`);
      if (job.status === 'running') change(running(job));
      else if (job.status === 'done') change({ phase: 'ended', answer: job, running: null });
      else {
        forget(subject);
        change({ phase: 'choosing', running: null, problem: job.error ?? failedText });
      }
    };
    const askQuietly = () => void ask().catch(() => undefined);
    askQuietly();
    const timer = setInterval(askQuietly, askAgainMs);
    const end = onLive('import-complete', askQuietly);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [subject, asking, jobId, change]);
}

const keyOf = (subject: ImportSubject) => `${subject}-import`;

function remembered(subject: ImportSubject): string | null {
  return localStorage.getItem(keyOf(subject));
}

function remember(subject: ImportSubject, what: string): void {
  localStorage.setItem(keyOf(subject), what);
}

function forget(subject: ImportSubject): void {
  localStorage.removeItem(keyOf(subject));
}
