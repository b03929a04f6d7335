import { useCallback, useEffect, useReducer } from 'react';
import { api, isRefusal } from '~/kit/ui/calls/api';
import { onLive } from '~/kit/ui/records/live';
import type { Encoding } from '~/kit/shared/csv/encodings';
import type { Day } from '~/kit/shared/time/days';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { CsvFormat } from '../formats.rules';
import type { Mapping } from '../mapping.rules';
import {
  isTableName,
  type Job,
  type JobFailure,
  noCsvFile,
  type Progress,
  type RowError,
} from '../imports.fields';
import { type FileStart, headAt, readStart, type ReadingChoice } from './file-heads.client';
import {
  type Change,
  failedText,
  type ImportState,
  start,
  useSending,
} from './import-sending.client';
import type { ImportScreen } from './import-screens.client';
import { hasPoints, settledMapping } from './map-columns.client';
import { type Mappings, mappingsOf } from './mapping-memory.client';
import { forget, remember, remembered } from './watched-import.client';

const askAgainMs = 2000;

/** One import from the choice of its file to its end, restored after a reload of the page. */
export function useImport(screen: ImportScreen) {
  const { subject, format, isCheckedAtOnce } = screen;
  const mappings = mappingsOf(useSession().id, screen);
  const [state, change] = useReducer(
    (before: ImportState, patch: Change): ImportState => ({ ...before, ...patch }),
    start,
  );
  const { send, giveUp, alive } = useSending(subject, change);
  useEvents(subject, state, { change, alive });
  useFoundAgain(subject, change);
  useAskAgain(subject, state, change);

  const { asOf, onePerCompany } = state;
  const { map, isClear, ...mapped } = useMapping(state, change, { giveUp, format, mappings });
  const checkAtOnce = async (file: File) => {
    if (!(await isClear(file))) return map(file);
    return send({ file, asOf, onePerCompany, head: null, mapping: null, dryRun: true });
  };
  const choose = (file: File | null) => {
    if (!file || !isTableName(file.name)) change({ ...start, asOf, problem: noCsvFile });
    else void (isCheckedAtOnce ? checkAtOnce(file) : map(file));
  };
  const check = () => {
    const { file, head, mapping: chosen } = state;
    if (!file || !head || !chosen) return;
    const mapping = settledMapping(head, format, chosen);
    mappings.keep(head, mapping);
    void send({ file, asOf, onePerCompany, head, mapping, dryRun: true });
  };
  const begin = () => {
    const { file, head, mapping } = state;
    if (!file) change({ problem: noCsvFile });
    else void send({ file, asOf, onePerCompany, head, mapping, dryRun: false });
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
  return {
    state,
    choose,
    /** Asks where the columns of the chosen file go. */
    map: () => {
      const refused = state.response?.errors ?? state.refused;
      if (state.head) change({ phase: 'mapping', response: null, problem: null, refused });
      else if (state.file) void map(state.file, refused);
    },
    ...mapped,
    setMapping: (mapping: Mapping) => change({ mapping, problem: null }),
    check,
    setAsOf: (asOf: Day) => change({ asOf }),
    setOnePerCompany: (onePerCompany: boolean) => change({ onePerCompany }),
    begin,
    cancel,
    reset,
  };
}

export type Import = ReturnType<typeof useImport>;

/** Of each part of the dialog. */
export interface ImportProps {
  screen: ImportScreen;
  work: Import;
}

/** Reads how a file starts, and where its columns go. */
function useMapping(
  state: ImportState,
  change: (patch: Change) => void,
  { giveUp, format, mappings }: { giveUp: () => void; format: CsvFormat; mappings: Mappings },
) {
  // What a file that cannot be read is, the server says.
  const isClear = async (file: File) => {
    const read = await readStart(file, format).catch(() => 'The file cannot be read');
    if (typeof read === 'string') return true;
    const head = headAt(read, mappings.headingAt(read.all));
    if (typeof head === 'string') return true;
    return !mappings.wasMapped(head) && hasPoints(head, format, mappings.find(head));
  };
  const map = async (file: File, refused: readonly RowError[] = [], choice: ReadingChoice = {}) => {
    giveUp();
    const { asOf } = state;
    change({ ...start, asOf, file, fileName: file.name });
    const read = await readStart(file, format, choice).catch(() => 'The file cannot be read');
    if (typeof read === 'string') return change({ ...start, asOf, problem: read });
    const mapped = headChange(read, mappings.headingAt(read.all), mappings);
    const before = mapped.mapping?.encoding;
    if (before === choice.encoding) change({ refused, ...mapped });
    else await map(file, refused, { ...choice, encoding: before });
  };
  return {
    map,
    /** Whether a file can be read without a question: by the names of its columns, its numbers with a point. */
    isClear,
    /** Takes another row of the file for that of its headings. */
    chooseHeading: (at: number) => {
      if (state.head) change(headChange(state.head, at, mappings));
    },
    /** Reads the file by another encoding. */
    chooseEncoding: (encoding: Encoding) => {
      if (state.file) void map(state.file, state.refused, { encoding });
    },
    /** Reads another sheet of the file. */
    chooseSheet: (sheet: string) => {
      if (state.file) void map(state.file, state.refused, { sheet });
    },
  };
}

/** Maps a file whose headings are in this row. */
function headChange(read: FileStart, at: number, { find }: Mappings): Change {
  const head = headAt(read, at);
  if (typeof head === 'string') return { problem: head };
  const found = find(head);
  const mapping = { ...found, encoding: head.chosen ?? found.encoding };
  return { phase: 'mapping', head, mapping, problem: null };
}

// It has just ended on its own, which is reported elsewhere.
function ended(error: unknown): void {
  if (!isRefusal(error, 'import.already_ended')) throw error;
}

function useEvents(
  subject: KindWithRights,
  { phase, jobId }: ImportState,
  { change, alive }: { change: (patch: Change) => void; alive: { current: () => void } },
) {
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
function useFoundAgain(subject: KindWithRights, change: (patch: Change) => void) {
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
  subject: KindWithRights,
  { phase, jobId, file }: ImportState,
  change: (patch: Change) => void,
) {
  const asking = phase === 'importing' && jobId !== null && file === null;
  useEffect(() => {
    if (!asking) return undefined;
    const ask = async () => {
      const job = await api.get<Job>(`/${subject}/imports/${jobId}`);
      if (job.status === 'running') change(running(job));
      else if (job.status === 'done') change({ phase: 'ended', response: job, running: null });
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
