import { buffer } from 'node:stream/consumers';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Database, Db } from '~/kit/server/database/db';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { inSequence } from '~/kit/server/jobs/jobs';
import { linkPlace, queueMail } from '~/kit/server/mail/mail';
import type { Attachment } from '~/kit/server/mail/mail-message';
import { type Day, dayOf, hourOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { holdNames } from '~/modules/organization/users/server/person-names.service';
import { findReader } from '~/modules/organization/users/sessions/server/sessions.service';
import { periodText } from '../reports.rules';
import { choicesSent, isDue, scheduledReportLetter } from '../schedules.rules';
import { reportFile } from './report-files.steps';
import { findReport, listReports, readReport } from './reports.steps';
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

/** Mails the reports that are scheduled for the day, from nine on, to each recipient once; what has no room, a later turn does. */
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
  const made = await makeReport(db, scheduled, { today, now });
  const failure = 'failure' in made ? made.failure : null;
  await inTransaction(
    db,
    async (trx) => {
      await holdNames(trx);
      const names = await endRun(trx, { id, failure }, today);
      if (!names || 'failure' in made) return;
      const mail = {
        ...scheduledReportLetter({ ...names, ...made }, linkPlace),
        to: names.email,
        attachments: [made.attachment],
        key: `report:${saved_report_id}:${user_id}:${today}`,
        link: { kind: 'report', id },
      };
      await noteMail(trx, id, await queueMail(trx, mail, now));
      const details = { saved_report: saved_report_id };
      const event = { action: 'mailed', entity: 'downloads', record: 'report', details };
      await logEvent(trx, { ...event, user: user_id });
    },
    systemAt(now),
  );
}

type Made = { failure: string } | { title: string; period: string; attachment: Attachment };

/** The report as its recipient may read it, or why there is none. */
async function makeReport(db: Db, scheduled: Scheduled, { today, now }: Moment): Promise<Made> {
  const person = await findReader(db, scheduled.user_id);
  if (!person) return { failure: 'The user is not active' };
  const isReadable = listReports({ person }).some(({ name }) => name === scheduled.report);
  if (!isReadable) return { failure: 'No right to read this report' };
  try {
    const report = findReport({ person }, scheduled.report);
    const { name, title } = report;
    const found = await readReport({ db, person, now }, report, choicesSent(scheduled, today));
    const { format } = scheduled.schedule;
    const file = await reportFile({ db, now }, found, { name, title, format });
    const content = await buffer(file.content);
    if (content.length > mostBytes) return { failure: 'The file is larger than 10 MB' };
    const filename = file.name ?? `${name}.${format}`;
    const attachment = { filename, contentType: file.type, content };
    return { title, period: periodText(found.facts), attachment };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { failure: error.message };
  }
}

/** The address of a report in a mail that waits; null once it is stopped, or its recipient may no longer read it. */
export async function mailedReportPath(db: Db, id: number): Promise<string | null> {
  const scheduled = await findScheduled(db, id);
  const person = scheduled && (await findReader(db, scheduled.user_id));
  if (!person) return null;
  const report = listReports({ person }).find(({ name }) => name === scheduled.report);
  if (!report) return null;
  const chosen = Object.entries(choicesSent(scheduled, scheduled.run_day)).flatMap(
    ([key, value]) => (value ? [[key, value]] : []),
  );
  return `/reports/${report.name}?${new URLSearchParams(chosen).toString()}`;
}
