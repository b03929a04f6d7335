import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Context, Person } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { inSequence } from '~/kit/server/jobs/jobs';
import { linkPlaceholder, queueMail } from '~/kit/server/mail/mail';
import type { FileResponse } from '~/kit/server/http/file-route';
import type { Attachment } from '~/kit/server/mail/mail-message';
import { type Day, dayOf, hourOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { holdNames } from '~/modules/organization/users/server/person-names.service';
import { findReader } from '~/modules/organization/users/sessions/server/sessions.service';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { periodText } from '../reports.rules';
import { choicesSent, isDue, scheduledReportLetter } from '../schedules.rules';
import { findAccount, partyOf } from './accounts.internal';
import { reportFile } from './report-files.actions';
import { findReport, listReports, readReport } from './reports.internal';
import {
  countWaiting,
  endRun,
  findScheduled,
  listScheduled,
  noteMail,
  type Scheduled,
  startRun,
} from './saved-reports.queries';

/** The hour from which reports are sent, where the company is. */
const firstHour = 9;
const mostBytes = 10_000_000;
/** While the mail server is down, the database stores so many of these emails with their files. */
const mostWaiting = 100;

/**
 * Mails the reports and statements that are scheduled for the day, from nine on, to each recipient once; those for which
 * there is no room, a later turn does.
 */
export async function sendScheduledReports(
  { db }: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { time_zone } = await getSettings(db);
  if (hourOf(now, time_zone) < firstHour) return;
  const today = dayOf(now, time_zone);
  const due = (await listScheduled(db, today)).filter(({ schedule }) => isDue(schedule, today));
  const room = Math.max(0, mostWaiting - (await countWaiting(db)));
  await inSequence(
    due.slice(0, room).map((each) => async () => {
      if (signal?.aborted) return;
      await send(db, each, { today, now }).catch((error: unknown) => {
        throw new Error(`Saved report ${each.saved_report_id} for user ${each.user_id}`, {
          cause: error,
        });
      });
    }),
  );
}

interface Moment {
  today: Day;
  now: Date;
}

/**
 * A try is noted before it: a report that ends the process is not tried forever. Its end and the mail share a
 * transaction: a job that is ended at any time sends each once.
 */
async function send(db: Db, scheduled: Scheduled, { today, now }: Moment): Promise<void> {
  const { id, saved_report_id, user_id } = scheduled;
  if (!(await startRun(db, { id, failure: 'The report could not be created' }, today))) return;
  const result = await makeReport(db, scheduled, { today, now });
  const failure = 'failure' in result ? result.failure : null;
  await inTransaction(
    db,
    async (trx) => {
      await holdNames(trx);
      const names = await endRun(trx, { id, failure }, today);
      if (!names || 'failure' in result) return;
      const mail = {
        ...scheduledReportLetter({ ...names, ...result }, linkPlaceholder),
        to: names.email,
        attachments: [result.attachment],
        key: `report:${saved_report_id}:${user_id}:${today}`,
        link: { kind: 'report', id },
      };
      const { made_for } = result;
      await noteMail(trx, id, { mail: await queueMail(trx, mail, now), made_for });
      const details = { saved_report: saved_report_id };
      const record = result.customer === null ? 'report' : 'statement';
      const event = { action: 'mailed', entity: 'downloads', record, details };
      await logEvent(trx, { ...event, user: user_id });
    },
    systemAt(now),
  );
}

interface Failed {
  failure: string;
}

/** The name of a report, or a statement with its customer or vendor, and the time that it covers. */
interface Titled {
  title: string;
  customer: string | null;
  period: string;
}

/** The report or statement as its recipient may read it, or why there is none. */
async function makeReport(
  db: Db,
  scheduled: Scheduled,
  { today, now }: Moment,
): Promise<(Titled & { attachment: Attachment; made_for: string }) | Failed> {
  const person = await findReader(db, scheduled.user_id);
  if (!person) return { failure: 'The user is not active' };
  try {
    const make = partyOf(scheduled) ? fileOfStatement : fileOfReport;
    const result = await make({ db, person, now }, scheduled, today);
    if ('failure' in result) return result;
    const { file, ...titled } = result;
    const content = await bytesOf(file);
    if (content.length > mostBytes) return { failure: 'The file is larger than 10 MB' };
    const filename = file.name ?? `${scheduled.report}.${scheduled.schedule.format}`;
    const attachment = { filename, contentType: file.type, content };
    return { ...titled, attachment, made_for: readingOf(person) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { failure: error.message };
  }
}

type Reader = Pick<Context, 'db' | 'person' | 'now'>;
type PreparedFile = (Titled & { file: FileResponse }) | Failed;

async function fileOfReport(
  reader: Reader,
  scheduled: Scheduled,
  today: Day,
): Promise<PreparedFile> {
  const isReadable = listReports(reader).some(({ name }) => name === scheduled.report);
  if (!isReadable) return { failure: 'No right to read this report' };
  const report = findReport(reader, scheduled.report);
  const { name, title } = report;
  const found = await readReport(reader, report, choicesSent(scheduled, today));
  const { format } = scheduled.schedule;
  const file = await reportFile(reader, found, { name, title, format });
  return { title, customer: null, period: periodText(found.head), file };
}

async function fileOfStatement(
  reader: Reader,
  scheduled: Scheduled,
  today: Day,
): Promise<PreparedFile> {
  const party = partyOf(scheduled);
  const account = party && (await findAccount(reader.db, party, reader.person));
  if (!account) return { failure: 'No right to read this statement' };
  const { from, to } = choicesSent(scheduled, today);
  const { format } = scheduled.schedule;
  const result = await account.make(reader, { from, to, format });
  return {
    title: 'Statement',
    customer: account.company_name,
    period: periodText(result),
    file: result.file,
  };
}

async function bytesOf({ content }: FileResponse): Promise<Buffer> {
  return content instanceof Readable ? buffer(content) : Buffer.from(content);
}

/** What a recipient may read, in whichever workspace they are. */
function readingOf(person: Person): string {
  return scopeOf({ ...person, current_workspace: null });
}

/**
 * The address of a report or statement in a mail that waits; null once it is stopped, or its recipient may no longer read
 * it or reads something else than when its file was made.
 */
export async function mailedReportPath(db: Db, id: number): Promise<string | null> {
  const scheduled = await findScheduled(db, id);
  const person = scheduled && (await findReader(db, scheduled.user_id));
  if (!person) return null;
  const { made_for } = scheduled;
  const party = partyOf(scheduled);
  if (made_for !== null && made_for !== readingOf(person)) return null;
  if (party) {
    const account = await findAccount(db, party, person);
    return account && `/${party.kind}/${party.id}?tab=statement`;
  }
  const report = listReports({ person }).find(({ name }) => name === scheduled.report);
  if (!report) return null;
  const chosen = Object.entries(choicesSent(scheduled, scheduled.run_day)).flatMap(
    ([key, value]) => (value ? [[key, value]] : []),
  );
  return `/reports/${report.name}?${new URLSearchParams(chosen).toString()}`;
}
