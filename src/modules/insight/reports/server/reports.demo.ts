import { hasRows } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { firstAdministrator } from '~/modules/organization/users/server/users.service';
import type { NewSavedReport, Timing } from '../saved-reports.fields';
import { insertSaved, writeRecipients, writeSchedule } from './saved-reports.queries';

const samples: readonly (NewSavedReport & { schedule?: Timing })[] = [
  {
    report: 'sales',
    name: 'Sales by Month',
    choices: { group: 'month', compare: 'yes' },
    schedule: { frequency: 'monthly', day: 1, covers: 'before', format: 'pdf' },
  },
  { report: 'sales', name: 'Sales by State', choices: { group: 'state' } },
];

/** Reports on the dashboard of the first administrator, one of them by email; returns how many. */
export async function fillDemoReports(trx: Transaction, now: Date): Promise<number> {
  const user = await firstAdministrator(trx);
  if (user === null || (await hasRows(trx, 'saved_reports'))) return 0;
  for (const { schedule, ...sample } of samples) {
    const id = await insertSaved(trx, sample, { user, now });
    if (!schedule) continue;
    await writeSchedule(trx, { id, user }, schedule);
    await writeRecipients(trx, id, [user]);
  }
  return samples.length;
}
