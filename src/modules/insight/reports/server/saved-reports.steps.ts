import type { Context } from '~/kit/server/database/context';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { enforce, notFound } from '~/kit/server/errors';
import { may } from '~/modules/organization/users/rights.rules';
import type { NewSavedReport, SavedReport } from '../saved-reports.fields';
import { canSaveAnother } from '../saved-reports.rules';
import { choiceOf, findReport, listReports } from './reports.steps';
import { insertSaved, listSaved, removeSaved, type SavedRow } from './saved-reports.queries';

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

async function getSaved(
  { trx, context: { person } }: { trx: Transaction; context: Pick<Context, 'person'> },
  id: number,
): Promise<SavedReport> {
  const saved = (await listSaved(trx, person.id)).find((each) => each.id === id);
  if (!saved) throw notFound('Saved report');
  return shownTo(person)(saved);
}

function shownTo(person: Context['person']): (saved: SavedRow) => SavedReport {
  const readable = may(person, 'reports.read').ok ? listReports({ person }) : [];
  const entries = new Map(readable.map((entry) => [entry.name, entry]));
  return (saved) => ({ ...saved, entry: entries.get(saved.report) ?? null });
}
