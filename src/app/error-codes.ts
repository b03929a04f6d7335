import { type ErrorTable, type ErrorTables, standardErrors } from '~/kit/shared/error-codes';
import { userErrors } from '~/modules/organization/users/users.errors';
import { companyErrors } from '~/modules/organization/company/company.errors';
import { workspaceErrors } from '~/modules/organization/workspaces/workspaces.errors';
import { batchErrors } from '~/modules/records/batches/batches.errors';
import { invitationErrors } from '~/modules/organization/invitations/invitations.errors';
import { viewErrors } from '~/modules/records/views/views.errors';
import { attachmentErrors } from '~/modules/collaboration/attachments/attachments.errors';
import { nextStepErrors } from '~/modules/collaboration/next-steps/next-steps.errors';
import { taxErrors } from '~/modules/catalogue/tax/tax.errors';
import { serviceErrors } from '~/modules/catalogue/services/services.errors';
import { productErrors } from '~/modules/catalogue/products/products.errors';
import { customerErrors } from '~/modules/sales/customers/customers.errors';
import { leadErrors } from '~/modules/sales/leads/leads.errors';
import { orderErrors } from '~/modules/sales/orders/orders.errors';
import { invoiceErrors } from '~/modules/billing/invoices/invoices.errors';
import { paymentErrors } from '~/modules/billing/payments/payments.errors';
import { noteErrors } from '~/modules/billing/credit-notes/credit-notes.errors';
import { advanceErrors } from '~/modules/billing/advances/advances.errors';
import { filingErrors } from '~/modules/compliance/filings/filings.errors';
import { returnErrors } from '~/modules/compliance/returns/returns.errors';
import { recordNoteErrors } from '~/modules/collaboration/notes/notes.errors';
import { billingErrors } from '~/modules/billing/billing-page/billing.errors';
import { maintenanceErrors } from '~/modules/upkeep/maintenance/maintenance.errors';
import { privacyErrors } from '~/modules/upkeep/privacy/privacy.errors';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    demo: typeof demoErrors;
  }
}

const demoErrors = {
  'demo.not_empty': [409, 'Sample data is only added to an empty database'],
  'demo.not_ready': [409, 'Sample data by GST needs what the company has not entered yet'],
} as const satisfies ErrorTable;

// An incomplete list does not compile.
const tables: ErrorTables = {
  standard: standardErrors,
  users: userErrors,
  company: companyErrors,
  workspaces: workspaceErrors,
  batches: batchErrors,
  invitations: invitationErrors,
  views: viewErrors,
  attachments: attachmentErrors,
  nextSteps: nextStepErrors,
  tax: taxErrors,
  services: serviceErrors,
  products: productErrors,
  customers: customerErrors,
  leads: leadErrors,
  orders: orderErrors,
  invoices: invoiceErrors,
  payments: paymentErrors,
  creditNotes: noteErrors,
  advances: advanceErrors,
  filings: filingErrors,
  returns: returnErrors,
  notes: recordNoteErrors,
  billing: billingErrors,
  privacy: privacyErrors,
  maintenance: maintenanceErrors,
  demo: demoErrors,
};

/** Every code that the API sends, with its status and when it is sent. */
export const errorCodes: ErrorTable = Object.fromEntries(
  Object.values<ErrorTable>({ ...tables }).flatMap((table) => Object.entries(table)),
);
