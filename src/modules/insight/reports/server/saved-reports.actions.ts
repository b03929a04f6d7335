import { logEvent } from '~/kit/server/audit/log-event';
import type { Context, Write } from '~/kit/server/database/context';
import { lockName } from '~/kit/server/database/transaction';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import {
  type NewSavedReport,
  type NewSchedule,
  type SavedReport,
  statementName,
  type Timing,
} from '../saved-reports.fields';
import { canSaveAnother, canScheduleAnother } from '../saved-reports.rules';
import { type Party, requireAccount } from './accounts.internal';
import { choiceOf, findReport, listReports } from './reports.internal';
import {
  countActive,
  insertSaved,
  listSaved,
  removeSaved,
  type SavedRow,
  writeRecipients,
  writeSchedule,
} from './saved-reports.queries';

/** The person's saved reports and scheduled statements, in the order in which they were saved. */
export async function readSaved({
  db,
  person,
}: Pick<Context, 'db' | 'person'>): Promise<SavedReport[]> {
  return (await listSaved(db, person)).map(shownTo(person));
}

/** Saves a report with its choices (docs/product/reports.md#saved-reports); 409 for a seventh. */
export async function saveReport(context: Context, values: NewSavedReport): Promise<SavedReport> {
  const { person, now } = context;
  return context.write(async (write, trx) => {
    // Of two at once, the later counts the earlier.
    await lockSaved(write);
    await choiceOf({ db: trx, now }, findReport(context, values.report), values.choices);
    const saved = await listSaved(trx, person);
    enforce(canSaveAnother(saved.filter(({ report }) => report !== statementName).length));
    const id = await insertSaved(trx, values, { user: person.id, now });
    return getSaved(write, id);
  });
}

/** Removes a saved report or statement of the person, with its schedule; 404. */
export async function deleteSaved(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const removed = await removeSaved(trx, id, context.person.id);
    if (!removed) throw notFound('Saved report');
    if (removed.is_scheduled) await logStop(trx, id);
    return { id };
  });
}

/** Has a saved report of the person mailed; 404, 400 for recipients who are not active users. */
export async function setSchedule(
  context: Context,
  id: number,
  schedule: NewSchedule,
): Promise<SavedReport> {
  return context.write(async (write) => {
    const saved = await scheduleSaved(write, id, schedule);
    findReport(context, saved.report);
    return saved;
  });
}

/** Has the statement of a customer or vendor mailed, in place of an earlier schedule of the person; 404 without the right to read it. */
export async function scheduleStatement(
  context: Context,
  party: Party,
  schedule: NewSchedule,
): Promise<SavedReport> {
  const { person, now } = context;
  return context.write(async (write, trx) => {
    await requireAccount(trx, party, person);
    await lockSaved(write);
    const statements = (await listSaved(trx, person)).filter(
      ({ report }) => report === statementName,
    );
    const earlier = statements.find((each) => each[columnOf(party)]?.id === party.id);
    if (earlier) return scheduleSaved(write, earlier.id, schedule);
    enforce(canScheduleAnother(statements.length));
    const created = { report: statementName, name: 'Statement', choices: {} };
    const id = await insertSaved(trx, created, { user: person.id, now, party });
    return scheduleSaved(write, id, schedule);
  });
}

function columnOf({ kind }: Party): 'customer' | 'vendor' {
  return kind === 'customers' ? 'customer' : 'vendor';
}

async function lockSaved({ trx, context: { person } }: Write): Promise<void> {
  await lockName(trx, `saved reports ${person.id}`);
}

async function scheduleSaved(
  { trx, context }: Write,
  id: number,
  { recipients, ...timing }: NewSchedule,
): Promise<SavedReport> {
  await changeSchedule({ trx, context }, id, timing);
  const users = [...new Set(recipients)];
  if ((await countActive(trx, users)) < users.length)
    throw invalid('recipients', 'Every recipient must be an active user');
  await writeRecipients(trx, id, users);
  const saved = await getSaved({ trx, context }, id);
  const of = {
    ...(saved.customer ? { customer_id: saved.customer.id } : {}),
    ...(saved.vendor ? { vendor_id: saved.vendor.id } : {}),
  };
  const details = { ...timing, report: saved.report, ...of, recipients: users };
  const event = { action: 'report scheduled', entity: 'saved_reports', record: id, details };
  await logEvent(trx, event);
  return saved;
}

/** Stops mailing a saved report of the person; 404. */
export async function stopSchedule(context: Context, id: number): Promise<SavedReport> {
  return context.write(async (write, trx) => {
    await changeSchedule(write, id, null);
    await writeRecipients(trx, id, []);
    await logStop(trx, id);
    return getSaved(write, id);
  });
}

async function logStop(trx: Write['trx'], id: number): Promise<void> {
  const event = { action: 'report schedule stopped', entity: 'saved_reports', record: id };
  await logEvent(trx, event);
}

async function changeSchedule(
  { trx, context: { person } }: Write,
  id: number,
  timing: Timing | null,
): Promise<void> {
  if (!(await writeSchedule(trx, { id, user: person.id }, timing))) throw notFound('Saved report');
}

async function getSaved({ trx, context: { person } }: Write, id: number): Promise<SavedReport> {
  const saved = (await listSaved(trx, person)).find((each) => each.id === id);
  if (!saved) throw notFound('Saved report');
  return shownTo(person)(saved);
}

function shownTo(person: Context['person']): (saved: SavedRow) => SavedReport {
  const entries = new Map(listReports({ person }).map((entry) => [entry.name, entry]));
  return (saved) => ({ ...saved, entry: entries.get(saved.report) ?? null });
}
