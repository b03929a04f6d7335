import type { Module } from '~/kit/server/http/module';
import { ageingReport } from './receivables.queries';
import { provideReceivables } from './extensions.queries';
import { receivableChecks } from './receivables.invariants';
import { receivableRoutes } from './receivables.routes';
import { isStillOwed } from './owed.internal';
import { sendScheduled } from './reminders.actions';

export const receivablesModule: Module = {
  name: 'receivables',
  tables: ['payment_reminders', 'reminder_tries'],
  routes: [receivableRoutes],
  jobs: [{ name: 'receivables.reminders', everySeconds: 300, run: sendScheduled }],
  // Not a link: a reminder that waits for the mail server is not sent once less is due than it says.
  links: { reminder: async (db, id, now) => ((await isStillOwed(db, id, now)) ? '' : null) },
  extend: provideReceivables,
  checks: receivableChecks,
  reports: [ageingReport],
};
