import { anonymous } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf, hourOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { findRecordFor, logAbout } from '~/modules/records/records/server/records.service';
import { daysToRemind, reminderHour } from '../next-steps.rules';
import { type DueStep, isAnyDue, takeDue } from './next-steps.queries';

const atOnce = 100;

/**
 * From eight in the company's morning: a line in the feed for each step that is due, from which its assignee is notified
 * once, whichever copy of the server comes first (docs/product/records.md#reminders).
 */
export async function remind({ db }: Database, now: Date): Promise<void> {
  const { time_zone: timeZone } = await getSettings(db);
  if (hourOf(now, timeZone) < reminderHour) return;
  const today = dayOf(now, timeZone);
  const days = { from: addDays(today, -daysToRemind), to: today };
  if (!(await isAnyDue(db, days))) return;
  for (let taken = atOnce; taken === atOnce; ) {
    taken = await inTransaction(
      db,
      async (trx) => {
        const due = await takeDue(trx, { ...days, now, most: atOnce });
        for (const step of due) await notifyAbout(trx, step, now);
        return due.length;
      },
      systemAt(now),
    );
  }
}

/** No one is informed of a record that is gone, or that they do not read any longer. */
async function notifyAbout(trx: Transaction, step: DueStep, now: Date): Promise<void> {
  const { kind, record_id: id, assigned_to: assignee, text: message } = step;
  const record = await findRecordFor(trx, assignee, { kind, id });
  if (!record) return;
  const texts = { action: 'step due', title: 'Next step due', message };
  logAbout({ trx, context: { person: anonymous, now } }, record, {
    ...texts,
    after: { mentions: [assignee] },
  });
}
