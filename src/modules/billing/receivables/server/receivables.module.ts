import type { Module } from '~/kit/server/http/module';
import { receivableErrors } from '../receivables.errors';
import { ageingReport } from './receivables.queries';
import { provideReceivables } from './extensions.queries';
import { receivableChecks } from './receivables.invariants';
import { receivableRoutes } from './receivables.routes';
import { isStillOwed } from './reminders.queries';
import { sendScheduled } from './reminders.actions';

export const receivablesModule: Module = {
  name: 'receivables',
  tables: ['payment_reminders', 'reminder_tries'],
  errors: receivableErrors,
  routes: [receivableRoutes],
  jobs: [{ name: 'receivables.reminders', everySeconds: 300, run: sendScheduled }],
  // Not a link: a reminder that waits for the mail server is not sent once an invoice in it is paid.
  links: { reminder: async (db, id) => ((await isStillOwed(db, id)) ? '' : null) },
  extend: provideReceivables,
  checks: receivableChecks,
  reports: [ageingReport],
};
