import { logChecks } from '~/kit/server/audit/verify';
import { sealLog } from '~/kit/server/audit/seal';
import type { Check } from '~/kit/server/checks/checks';
import type { Db } from '~/kit/server/database/db';
import type { Job } from '~/kit/server/jobs/jobs';
import { failWaitingMails } from '~/kit/server/mail/mail';
import type { Module } from '~/kit/server/http/module';
import type { Api } from '~/kit/server/http/route';
import { registerReport } from '~/kit/server/reports/report';
import { type ErrorTable, standardErrors } from '~/kit/shared/error-codes';
import { companyModule } from '~/modules/organization/company/server/company.module';
import { usersModule } from '~/modules/organization/users/server/users.module';
import { workspacesModule } from '~/modules/organization/workspaces/server/workspaces.module';
import { apiKeysModule } from '~/modules/organization/api-keys/server/api-keys.module';
import { recordsModule } from '~/modules/records/records/server/records.module';
import { customFieldsModule } from '~/modules/records/custom-fields/server/custom-fields.module';
import { duplicatesModule } from '~/modules/records/duplicates/server/duplicates.module';
import { batchesModule } from '~/modules/records/batches/server/batches.module';
import { invitationsModule } from '~/modules/organization/invitations/server/invitations.module';
import { viewsModule } from '~/modules/records/views/server/views.module';
import { importsModule } from '~/modules/records/imports/server/imports.module';
import { taxModule } from '~/modules/catalogue/tax/server/tax.module';
import { servicesModule } from '~/modules/catalogue/services/server/services.module';
import { countsModule } from '~/modules/catalogue/counts/server/counts.module';
import { productsModule } from '~/modules/catalogue/products/server/products.module';
import { transfersModule } from '~/modules/catalogue/transfers/server/transfers.module';
import { customersModule } from '~/modules/sales/customers/server/customers.module';
import { papersModule } from '~/modules/sales/papers/server/papers.module';
import { priceListsModule } from '~/modules/sales/price-lists/server/price-lists.module';
import { leadsModule } from '~/modules/sales/leads/server/leads.module';
import { quotationsModule } from '~/modules/sales/quotations/server/quotations.module';
import { ordersModule } from '~/modules/sales/orders/server/orders.module';
import { deliveriesModule } from '~/modules/sales/deliveries/server/deliveries.module';
import { invoicesModule } from '~/modules/billing/invoices/server/invoices.module';
import { paymentsModule } from '~/modules/billing/payments/server/payments.module';
import { advancesModule } from '~/modules/billing/advances/server/advances.module';
import { receivablesModule } from '~/modules/billing/receivables/server/receivables.module';
import { receiptsModule } from '~/modules/billing/receipts/server/receipts.module';
import { creditNotesModule } from '~/modules/billing/credit-notes/server/credit-notes.module';
import { vendorsModule } from '~/modules/buying/vendors/server/vendors.module';
import { purchaseOrdersModule } from '~/modules/buying/purchase-orders/server/purchase-orders.module';
import { goodsReceiptsModule } from '~/modules/buying/goods-receipts/server/goods-receipts.module';
import { billsModule } from '~/modules/buying/bills/server/bills.module';
import { vendorPaymentsModule } from '~/modules/buying/vendor-payments/server/vendor-payments.module';
import { planningModule } from '~/modules/buying/planning/server/planning.module';
import { filingsModule } from '~/modules/compliance/filings/server/filings.module';
import { returnsModule } from '~/modules/compliance/returns/server/returns.module';
import { notesModule } from '~/modules/collaboration/notes/server/notes.module';
import { attachmentsModule } from '~/modules/collaboration/attachments/server/attachments.module';
import { nextStepsModule } from '~/modules/collaboration/next-steps/server/next-steps.module';
import { timelineModule } from '~/modules/collaboration/timeline/server/timeline.module';
import { billingPageModule } from '~/modules/billing/billing-page/server/billing-page.module';
import { activityModule } from '~/modules/collaboration/activity/server/activity.module';
import { notificationsModule } from '~/modules/collaboration/notifications/server/notifications.module';
import { leadSourcesModule } from '~/modules/connections/lead-sources/server/lead-sources.module';
import { webhooksModule } from '~/modules/connections/webhooks/server/webhooks.module';
import { maintenanceModule } from '~/modules/upkeep/maintenance/server/maintenance.module';
import { privacyModule } from '~/modules/upkeep/privacy/server/privacy.module';
import { searchModule } from '~/modules/insight/search/server/search.module';
import { customerFiguresModule } from '~/modules/insight/customer-figures/server/customer-figures.module';
import { myDayModule } from '~/modules/insight/my-day/server/my-day.module';
import { reportsModule } from '~/modules/insight/reports/server/reports.module';
import { dashboardModule } from '~/modules/insight/dashboard/server/dashboard.module';
import { companyRefusals } from '~/modules/organization/company/settings.rules';
import { userRefusals } from '~/modules/organization/users/users.rules';
import { workspaceRefusals } from '~/modules/organization/workspaces/workspaces.rules';
import { apiKeyRefusals } from '~/modules/organization/api-keys/api-keys.rules';
import { customFieldRefusals } from '~/modules/records/custom-fields/custom-fields.rules';
import { batchRefusals } from '~/modules/records/batches/batches.rules';
import { invitationRefusals } from '~/modules/organization/invitations/invitations.rules';
import { viewRefusals } from '~/modules/records/views/views.rules';
import { importRefusals } from '~/modules/records/imports/rows.rules';
import { taxRefusals } from '~/modules/catalogue/tax/tax-classes.rules';
import { serviceRefusals } from '~/modules/catalogue/services/services.rules';
import { productRefusals } from '~/modules/catalogue/products/catalogue/products.rules';
import { locationRefusals } from '~/modules/catalogue/products/locations/locations.rules';
import { countRefusals } from '~/modules/catalogue/counts/counts.rules';
import { lotRefusals } from '~/modules/catalogue/products/lots/lots.rules';
import { transferRefusals } from '~/modules/catalogue/transfers/transfers.rules';
import { customerRefusals } from '~/modules/sales/customers/customers.rules';
import { priceListRefusals } from '~/modules/sales/price-lists/price-lists.rules';
import { leadRefusals } from '~/modules/sales/leads/leads.rules';
import { orderRefusals } from '~/modules/sales/orders/orders.rules';
import { quotationRefusals } from '~/modules/sales/quotations/quotations.rules';
import { deliveryRefusals } from '~/modules/sales/deliveries/deliveries.rules';
import { invoiceRefusals } from '~/modules/billing/invoices/invoice-problems.rules';
import { paymentRefusals } from '~/modules/billing/payments/payments.rules';
import { advanceRefusals } from '~/modules/billing/advances/advances.rules';
import { noteRefusals } from '~/modules/billing/credit-notes/credit-notes.rules';
import { receiptRefusals } from '~/modules/billing/receipts/receipts.rules';
import { receivableRefusals } from '~/modules/billing/receivables/receivables.rules';
import { vendorPaymentRefusals } from '~/modules/buying/vendor-payments/vendor-payments.rules';
import { vendorRefusals } from '~/modules/buying/vendors/vendors.rules';
import { purchaseOrderRefusals } from '~/modules/buying/purchase-orders/purchase-orders.rules';
import { goodsReceiptRefusals } from '~/modules/buying/goods-receipts/goods-receipts.rules';
import { billRefusals } from '~/modules/buying/bills/bills.rules';
import { filingRefusals } from '~/modules/compliance/filings/filings.rules';
import { returnRefusals } from '~/modules/compliance/returns/months.rules';
import { recordNoteRefusals } from '~/modules/collaboration/notes/notes.rules';
import { attachmentRefusals } from '~/modules/collaboration/attachments/attachments.rules';
import { nextStepRefusals } from '~/modules/collaboration/next-steps/next-steps.rules';
import { billingRefusals } from '~/modules/billing/billing-page/billing.rules';
import { leadSourceRefusals } from '~/modules/connections/lead-sources/lead-sources.rules';
import { webhookRefusals } from '~/modules/connections/webhooks/webhooks.rules';
import { maintenanceRefusals } from '~/modules/upkeep/maintenance/backups.rules';
import { privacyRefusals } from '~/modules/upkeep/privacy/privacy.rules';
import { reportRefusals } from '~/modules/insight/reports/reports.rules';

/** Every module, each after those it builds on. */
export const modules: readonly Module[] = [
  companyModule,
  usersModule,
  workspacesModule,
  apiKeysModule,
  customFieldsModule,
  recordsModule,
  duplicatesModule,
  batchesModule,
  invitationsModule,
  viewsModule,
  importsModule,
  taxModule,
  servicesModule,
  productsModule,
  countsModule,
  customersModule,
  papersModule,
  priceListsModule,
  leadsModule,
  ordersModule,
  quotationsModule,
  deliveriesModule,
  invoicesModule,
  paymentsModule,
  advancesModule,
  creditNotesModule,
  // Its samples move what those of orders leave.
  transfersModule,
  receiptsModule,
  receivablesModule,
  vendorsModule,
  purchaseOrdersModule,
  goodsReceiptsModule,
  billsModule,
  vendorPaymentsModule,
  planningModule,
  filingsModule,
  returnsModule,
  notesModule,
  attachmentsModule,
  nextStepsModule,
  timelineModule,
  billingPageModule,
  activityModule,
  notificationsModule,
  leadSourcesModule,
  webhooksModule,
  maintenanceModule,
  privacyModule,
  searchModule,
  myDayModule,
  customerFiguresModule,
  reportsModule,
  dashboardModule,
];

const demoRefusals = {
  'demo.not_empty': [409, 'Sample data is only added to an empty database'],
  'demo.not_ready': [409, 'GST sample data needs details that the company has not entered yet'],
} as const satisfies ErrorTable;

/** Every code that the API sends, with its status and when it is sent. */
export const errorCodes = {
  ...standardErrors,
  ...demoRefusals,
  ...companyRefusals,
  ...userRefusals,
  ...workspaceRefusals,
  ...apiKeyRefusals,
  ...customFieldRefusals,
  ...batchRefusals,
  ...invitationRefusals,
  ...viewRefusals,
  ...importRefusals,
  ...taxRefusals,
  ...serviceRefusals,
  ...productRefusals,
  ...locationRefusals,
  ...lotRefusals,
  ...transferRefusals,
  ...countRefusals,
  ...customerRefusals,
  ...priceListRefusals,
  ...leadRefusals,
  ...orderRefusals,
  ...quotationRefusals,
  ...deliveryRefusals,
  ...invoiceRefusals,
  ...paymentRefusals,
  ...advanceRefusals,
  ...noteRefusals,
  ...receiptRefusals,
  ...receivableRefusals,
  ...vendorPaymentRefusals,
  ...vendorRefusals,
  ...purchaseOrderRefusals,
  ...goodsReceiptRefusals,
  ...billRefusals,
  ...filingRefusals,
  ...returnRefusals,
  ...recordNoteRefusals,
  ...attachmentRefusals,
  ...nextStepRefusals,
  ...billingRefusals,
  ...leadSourceRefusals,
  ...webhookRefusals,
  ...maintenanceRefusals,
  ...privacyRefusals,
  ...reportRefusals,
} as const;

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    modules: typeof errorCodes;
  }
}

export function jobsOf({ jobs = [] }: Module, api: Api): readonly Job[] {
  return typeof jobs === 'function' ? jobs(api) : jobs;
}

/** Lets every module provide its extensions; to be called before any of them is used. */
export function extendModules(): void {
  for (const each of modules) {
    each.extend?.();
    each.reports?.forEach(registerReport);
  }
}

/** Ends what a backup holds and a restored database must not continue (docs/product/backups.md#restore). */
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
