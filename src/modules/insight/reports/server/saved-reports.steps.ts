import { logEvent } from '~/kit/server/audit/log-event';
import type { Context, Write } from '~/kit/server/database/context';
import { lockName } from '~/kit/server/database/transaction';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import type { NewSavedReport, NewSchedule, SavedReport, Timing } from '../saved-reports.fields';
import { canSaveAnother } from '../saved-reports.rules';
import { choiceOf, findReport, listReports } from './reports.steps';
import {
  countActive,
  insertSaved,
  listSaved,
  removeSaved,
  type SavedRow,
  writeRecipients,
  writeSchedule,
} from './saved-reports.queries';

/** The person's saved reports, in the order in which they were saved. */
export async function readSaved({
  db,
  person,
}: Pick<Context, 'db' | 'person'>): Promise<SavedReport[]> {
  return (await listSaved(db, person.id)).map(shownTo(person));
}

/** Saves a report with its choices (docs/product/reports.md#saved-reports); 409 for a seventh. */
export async function saveReport(context: Context, values: NewSavedReport): Promise<SavedReport> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    // Of two at once, the later counts the earlier.
    await lockName(trx, `saved reports ${person.id}`);
    await choiceOf({ db: trx, now }, findReport(context, values.report), values.choices);
    enforce(canSaveAnother((await listSaved(trx, person.id)).length));
    const id = await insertSaved(trx, values, { user: person.id, now });
    return getSaved({ trx, context }, id);
  });
}

/** Removes a saved report of the person; 404. */
export async function deleteSaved(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    if (!(await removeSaved(trx, id, context.person.id))) throw notFound('Saved report');
    return { id };
  });
}

/** Has a saved report of the person mailed; 404, 400 for recipients who are not active users. */
export async function setSchedule(
  context: Context,
  id: number,
  { recipients, ...timing }: NewSchedule,
): Promise<SavedReport> {
  return context.transaction(async (trx) => {
    await changeSchedule({ trx, context }, id, timing);
    const users = [...new Set(recipients)];
    if ((await countActive(trx, users)) < users.length)
      throw invalid('recipients', 'Every recipient must be an active user');
    await writeRecipients(trx, id, users);
    const saved = await getSaved({ trx, context }, id);
    findReport(context, saved.report);
    const details = { ...timing, report: saved.report, recipients: users };
    const event = { action: 'report scheduled', entity: 'saved_reports', record: id, details };
    await logEvent(trx, event);
    return saved;
  });
}

/** Stops mailing a saved report of the person; 404. */
export async function stopSchedule(context: Context, id: number): Promise<SavedReport> {
  return context.transaction(async (trx) => {
    await changeSchedule({ trx, context }, id, null);
    await writeRecipients(trx, id, []);
    const event = { action: 'report schedule stopped', entity: 'saved_reports', record: id };
    await logEvent(trx, event);
    return getSaved({ trx, context }, id);
  });
}

async function changeSchedule(
  { trx, context: { person } }: Write,
  id: number,
  timing: Timing | null,
): Promise<void> {
  if (!(await writeSchedule(trx, { id, user: person.id }, timing))) throw notFound('Saved report');
}

async function getSaved({ trx, context: { person } }: Write, id: number): Promise<SavedReport> {
  const saved = (await listSaved(trx, person.id)).find((each) => each.id === id);
  if (!saved) throw notFound('Saved report');
  return shownTo(person)(saved);
}

function shownTo(person: Context['person']): (saved: SavedRow) => SavedReport {
  const entries = new Map(listReports({ person }).map((entry) => [entry.name, entry]));
  return (saved) => ({ ...saved, entry: entries.get(saved.report) ?? null });
}
