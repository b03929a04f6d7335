import { sealLog } from '~/kit/server/audit/seal';
import { logChecks } from '~/kit/server/audit/verify';
import type { Check } from '~/kit/server/checks/checks';
import type { Db } from '~/kit/server/database/db';
import type { Job } from '~/kit/server/jobs/jobs';
import type { Trace } from '~/kit/server/retention/traces';
import type { MailLinks } from '~/kit/server/mail/mail';
import type { Api } from '~/kit/server/http/route';
import { failWaitingMails } from '~/kit/server/mail/mail';
import { advanceChecks } from '~/modules/billing/advances/server/advances.checks';
import { advanceRoutes } from '~/modules/billing/advances/server/advances.routes';
import { provideAdvances } from '~/modules/billing/advances/server/provided.queries';
import { activityRoutes } from '~/modules/collaboration/activity/server/activity.routes';
import { filingRoutes } from '~/modules/compliance/filings/server/filings.routes';
import { provideFilings } from '~/modules/compliance/filings/server/provided.queries';
import { batchRoutes } from '~/modules/records/batches/server/batches.routes';
import { batchTraces } from '~/modules/records/batches/server/batches.traces';
import { provideBatches } from '~/modules/records/batches/server/provided.queries';
import { archiveRoutes } from '~/modules/billing/billing-page/server/archives.routes';
import { duplicateRoutes } from '~/modules/records/duplicates/server/duplicates.routes';
import { noteChecks } from '~/modules/billing/credit-notes/server/credit-notes.checks';
import { noteJobs } from '~/modules/billing/credit-notes/server/credit-notes.jobs';
import { creditNoteRoutes } from '~/modules/billing/credit-notes/server/credit-notes.routes';
import { provideCreditNotes } from '~/modules/billing/credit-notes/server/provided.queries';
import { customerPartRoutes } from '~/modules/sales/customers/server/customer-parts.routes';
import { customerJobs } from '~/modules/sales/customers/server/customers.jobs';
import { customerRoutes } from '~/modules/sales/customers/server/customers.routes';
import { dashboardJobs } from '~/modules/insight/dashboard/server/dashboard.jobs';
import { dashboardRoutes } from '~/modules/insight/dashboard/server/dashboard.routes';
import { invitationLinks } from '~/modules/organization/invitations/server/links.mail';
import { signInLinks } from '~/modules/organization/users/sessions/server/links.mail';
import { invitationJobs } from '~/modules/organization/invitations/server/invitations.jobs';
import { invitationRoutes } from '~/modules/organization/invitations/server/invitations.routes';
import { invoiceChecks } from '~/modules/billing/invoices/server/invoices.checks';
import { invoiceJobs } from '~/modules/billing/invoices/server/invoices.jobs';
import { provideCustomers } from '~/modules/sales/customers/server/provided.queries';
import { provideInvitations } from '~/modules/organization/invitations/server/provided.queries';
import { provideReturns } from '~/modules/compliance/returns/server/provided.queries';
import { provideInvoices } from '~/modules/billing/invoices/server/provided.queries';
import { invoiceRoutes } from '~/modules/billing/invoices/server/invoices.routes';
import { leadCountChecks } from '~/modules/sales/leads/server/lead-counts.checks';
import { leadJobs } from '~/modules/sales/leads/server/leads.jobs';
import { leadRoutes } from '~/modules/sales/leads/server/leads.routes';
import { stageRoutes } from '~/modules/sales/leads/server/stages.routes';
import { orderChecks } from '~/modules/sales/orders/server/orders.checks';
import { provideLeads } from '~/modules/sales/leads/server/provided.queries';
import { provideProducts } from '~/modules/catalogue/products/catalogue/server/provided.queries';
import { provideServices } from '~/modules/catalogue/services/server/provided.queries';
import { provideOrders } from '~/modules/sales/orders/server/provided.queries';
import { orderRoutes } from '~/modules/sales/orders/server/orders.routes';
import { recordNoteRoutes } from '~/modules/collaboration/notes/server/notes.routes';
import { provideNotes } from '~/modules/collaboration/notes/server/provided.queries';
import { notificationJobs } from '~/modules/collaboration/notifications/server/notifications.jobs';
import { notificationRoutes } from '~/modules/collaboration/notifications/server/notifications.routes';
import { paymentChecks } from '~/modules/billing/payments/server/payments.checks';
import { providePayments } from '~/modules/billing/payments/server/provided.queries';
import { paymentRoutes } from '~/modules/billing/payments/server/payments.routes';
import { privacyJobs } from '~/modules/upkeep/privacy/server/privacy.jobs';
import { privacyRoutes } from '~/modules/upkeep/privacy/server/privacy.routes';
import { categoryRoutes } from '~/modules/catalogue/products/catalogue/server/categories.routes';
import { importJobs } from '~/modules/catalogue/products/imports/server/imports.jobs';
import { importRoutes } from '~/modules/catalogue/products/imports/server/imports.routes';
import { stockChecks } from '~/modules/catalogue/products/stock/server/stock.checks';
import { productRoutes } from '~/modules/catalogue/products/catalogue/server/products.routes';
import { returnRoutes } from '~/modules/compliance/returns/server/returns.routes';
import { hangingTraces } from '~/modules/records/records/server/hanging.traces';
import { searchRoutes } from '~/modules/insight/search/server/search.routes';
import { attachmentChecks } from '~/modules/collaboration/attachments/server/attachments.checks';
import { attachmentRoutes } from '~/modules/collaboration/attachments/server/attachments.routes';
import { provideAttachments } from '~/modules/collaboration/attachments/server/provided.queries';
import { myDayRoutes } from '~/modules/insight/my-day/server/my-day.routes';
import { nextStepJobs } from '~/modules/collaboration/next-steps/server/next-steps.jobs';
import { nextStepRoutes } from '~/modules/collaboration/next-steps/server/next-steps.routes';
import { provideNextSteps } from '~/modules/collaboration/next-steps/server/provided.queries';
import { timelineRoutes } from '~/modules/collaboration/timeline/server/timeline.routes';
import { taxClassRoutes } from '~/modules/catalogue/tax/server/tax-classes.routes';
import { unitRoutes } from '~/modules/catalogue/tax/server/units.routes';
import { serviceRoutes } from '~/modules/catalogue/services/server/services.routes';
import { paymentMethodRoutes } from '~/modules/organization/company/server/accounts.routes';
import { identityRoutes } from '~/modules/organization/company/server/identity.routes';
import { logoRoutes } from '~/modules/organization/company/server/logo.routes';
import { settingsRoutes } from '~/modules/organization/company/server/settings.routes';
import { accountRoutes } from '~/modules/organization/users/account/server/account.routes';
import { passkeySignInRoutes } from '~/modules/organization/users/sessions/server/passkey-sign-ins.routes';
import { passkeyRoutes } from '~/modules/organization/users/factors/server/passkeys.routes';
import { secondFactorRoutes } from '~/modules/organization/users/factors/server/second-factor.routes';
import { sessionTraces } from '~/modules/organization/users/sessions/server/sessions.traces';
import { notificationTraces } from '~/modules/collaboration/notifications/server/notifications.traces';
import { importTraces } from '~/modules/catalogue/products/imports/server/imports.traces';
import { invitationTraces } from '~/modules/organization/invitations/server/invitations.traces';
import { sessionJobs } from '~/modules/organization/users/sessions/server/sessions.jobs';
import { endEverySession } from '~/modules/organization/users/sessions/server/restored.queries';
import { sessionRoutes } from '~/modules/organization/users/sessions/server/sessions.routes';
import { roleRoutes } from '~/modules/organization/users/roles/server/roles.routes';
import { userRoutes } from '~/modules/organization/users/administration/server/users.routes';
import { provideWorkspaces } from '~/modules/organization/workspaces/server/provided.queries';
import { viewRoutes } from '~/modules/records/views/server/views.routes';
import { workspaceRoutes } from '~/modules/organization/workspaces/server/workspaces.routes';

interface Module {
  name: string;
  routes?: (api: Api) => void;
  jobs?: readonly Job[] | ((api: Api) => readonly Job[]);
  extend?: () => void;
  links?: MailLinks;
  checks?: readonly Check[];
  traces?: readonly Trace[];
  /** What ends when a backup is restored, such as sessions. */
  settle?: (db: Db) => Promise<void>;
}

export function jobsOf({ jobs = [] }: Module, api: Api): readonly Job[] {
  return typeof jobs === 'function' ? jobs(api) : jobs;
}

/** Lets every module provide its extensions; to be called before any of them is used. */
export function extendModules(): void {
  for (const each of modules) each.extend?.();
}

/** Every module, each after those it builds on. */
export const modules: readonly Module[] = [
  {
    name: 'settings',
    routes: (api) => {
      settingsRoutes(api);
      identityRoutes(api);
      logoRoutes(api);
      paymentMethodRoutes(api);
    },
  },
  {
    name: 'users',
    routes: (api) => {
      sessionRoutes(api);
      secondFactorRoutes(api);
      passkeyRoutes(api);
      passkeySignInRoutes(api);
      accountRoutes(api);
      roleRoutes(api);
      userRoutes(api);
    },
    jobs: sessionJobs,
    settle: endEverySession,
    links: signInLinks,
    traces: sessionTraces,
  },
  { name: 'workspaces', routes: workspaceRoutes, extend: provideWorkspaces },
  { name: 'records', traces: hangingTraces },
  { name: 'duplicates', routes: duplicateRoutes },
  { name: 'batches', routes: batchRoutes, traces: batchTraces, extend: provideBatches },
  {
    name: 'invitations',
    routes: invitationRoutes,
    jobs: invitationJobs,
    links: invitationLinks,
    traces: invitationTraces,
    extend: provideInvitations,
  },
  { name: 'views', routes: viewRoutes },
  {
    name: 'tax',
    routes: (api) => {
      unitRoutes(api);
      taxClassRoutes(api);
    },
  },
  { name: 'services', routes: serviceRoutes, extend: provideServices },
  {
    name: 'products',
    routes: (api) => {
      categoryRoutes(api);
      productRoutes(api);
      importRoutes(api);
    },
    extend: provideProducts,
    jobs: importJobs,
    checks: stockChecks,
    traces: importTraces,
  },
  {
    name: 'customers',
    routes: (api) => {
      customerRoutes(api);
      customerPartRoutes(api);
    },
    jobs: customerJobs,
    extend: provideCustomers,
  },
  {
    name: 'leads',
    routes: (api) => {
      stageRoutes(api);
      leadRoutes(api);
    },
    jobs: leadJobs,
    extend: provideLeads,
    checks: leadCountChecks,
  },
  { name: 'orders', routes: orderRoutes, extend: provideOrders, checks: orderChecks },
  {
    name: 'invoices',
    routes: invoiceRoutes,
    jobs: invoiceJobs,
    extend: provideInvoices,
    checks: invoiceChecks,
  },
  { name: 'payments', routes: paymentRoutes, extend: providePayments, checks: paymentChecks },
  { name: 'advances', routes: advanceRoutes, extend: provideAdvances, checks: advanceChecks },
  {
    name: 'credit-notes',
    routes: creditNoteRoutes,
    jobs: noteJobs,
    extend: provideCreditNotes,
    checks: noteChecks,
  },
  { name: 'filings', routes: filingRoutes, extend: provideFilings },
  { name: 'returns', routes: returnRoutes, extend: provideReturns },
  { name: 'notes', routes: recordNoteRoutes, extend: provideNotes },
  {
    name: 'attachments',
    routes: attachmentRoutes,
    extend: provideAttachments,
    checks: attachmentChecks,
  },
  {
    name: 'next-steps',
    routes: nextStepRoutes,
    extend: provideNextSteps,
    jobs: nextStepJobs,
  },
  { name: 'timeline', routes: timelineRoutes },
  { name: 'billing', routes: archiveRoutes },
  { name: 'activity', routes: activityRoutes },
  {
    name: 'notifications',
    routes: notificationRoutes,
    jobs: notificationJobs,
    traces: notificationTraces,
  },
  { name: 'privacy', routes: privacyRoutes, jobs: privacyJobs },
  { name: 'search', routes: searchRoutes },
  { name: 'my-day', routes: myDayRoutes },
  { name: 'dashboard', routes: dashboardRoutes, jobs: dashboardJobs },
];

/** Ends what a backup holds and a restored database must not go on with (docs/product/backups.md#restore). */
export async function settleRestored(db: Db): Promise<void> {
  await failWaitingMails(db);
  for (const each of modules) await each.settle?.(db);
  // Entries that the backup caught unsealed would look forgotten.
  await sealLog(db);
}

/** Everything that is always true of the database; each module after those it builds on. */
export const checks: readonly Check[] = [
  ...modules.flatMap((each) => each.checks ?? []),
  ...logChecks,
];
