import { type ErrorTable, type ErrorTables, standardErrors } from '~/kit/shared/error-codes';
import { userErrors } from '~/modules/users/users.errors';
import { companyErrors } from '~/modules/company/company.errors';
import { workspaceErrors } from '~/modules/workspaces/workspaces.errors';
import { batchErrors } from '~/modules/batches/batches.errors';
import { invitationErrors } from '~/modules/invitations/invitations.errors';
import { viewErrors } from '~/modules/views/views.errors';
import { attachmentErrors } from '~/modules/attachments/attachments.errors';
import { nextStepErrors } from '~/modules/next-steps/next-steps.errors';
import { taxErrors } from '~/modules/tax/tax.errors';
import { serviceErrors } from '~/modules/services/services.errors';
import { productErrors } from '~/modules/products/products.errors';
import { customerErrors } from '~/modules/customers/customers.errors';
import { leadErrors } from '~/modules/leads/leads.errors';
import { orderErrors } from '~/modules/orders/orders.errors';
import { invoiceErrors } from '~/modules/invoices/invoices.errors';
import { paymentErrors } from '~/modules/payments/payments.errors';
import { noteErrors } from '~/modules/credit-notes/credit-notes.errors';
import { advanceErrors } from '~/modules/advances/advances.errors';
import { filingErrors } from '~/modules/filings/filings.errors';
import { returnErrors } from '~/modules/returns/returns.errors';
import { recordNoteErrors } from '~/modules/notes/notes.errors';
import { billingErrors } from '~/modules/billing/billing.errors';
import { maintenanceErrors } from '~/modules/maintenance/maintenance.errors';
import { privacyErrors } from '~/modules/privacy/privacy.errors';

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
