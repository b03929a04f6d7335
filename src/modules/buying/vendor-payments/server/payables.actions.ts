import type { Context } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { FileResponse } from '~/kit/server/http/file-route';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { Day } from '~/kit/shared/time/days';
import type {
  SentMail,
  statementFormats,
  VendorStatement,
} from '~/modules/billing/receivables/receivables.fields';
import { statementPrint } from '~/modules/billing/receivables/statements.print';
import {
  mailStatement,
  printedLines,
  readAges,
  type SentPeriod,
  stateAccount,
  statementFile,
} from '~/modules/billing/receivables/server/accounts.service';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { issuerOf } from '~/modules/sales/documents/print/parties.print';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { getVendor } from '~/modules/buying/vendors/server/vendors.service';
import { findLogo } from '~/modules/sales/papers/server/parties.service';
import { type MailDelivery, replyLimit } from '~/modules/sales/papers/server/sending.service';
import type { Payables, PayablesRow } from '../payables.fields';
import { vendorLines } from '../vendor-lines.print';
import {
  getVendorAccount,
  readableVendors,
  type VendorAccount,
  vendorBook,
} from './vendor-accounts.queries';

interface Aged extends Omit<PayablesRow, 'msme_due'> {
  msme_due: number | null;
  due_soon: number;
}

/** The balances of vendors at the end of a day, today unless one is given (docs/product/payables.md#ageing). */
export async function readPayables(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  asOf: Day | null,
): Promise<Payables> {
  const parties = readableVendors(context.person);
  const ages = await readAges<Aged>(context, vendorBook, { parties, asOf });
  const rows = ages.rows.map((row) => ({ ...row, msme_due: row.msme_due ?? 0 }));
  const msme_due = sumOf(rows.map((row) => row.msme_due));
  const totals = { ...ages.totals, msme_due };
  return { ...ages, rows, totals, figures: { ...ages.figures, msme_due } };
}

type Reading = Pick<Context, 'db' | 'now'>;

/** The statement of a vendor, by default of the financial year up to today. 400 for days in the wrong order. */
export async function readVendorStatement(
  reading: Reading,
  { id, company_name }: VendorAccount,
  period: SentPeriod,
): Promise<VendorStatement> {
  const account = await stateAccount<VendorStatement['lines'][number]['kind']>(
    reading,
    vendorBook,
    { party: id, ...period },
  );
  return { vendor_id: id, vendor_name: company_name, ...account };
}

async function printedVendorStatement(
  { db }: Reading,
  statement: VendorStatement,
): Promise<PrintDocument> {
  const rows = await printedLines(statement);
  const [vendor, issuer, logo] = await Promise.all([
    getVendor(db, statement.vendor_id),
    billingIdentity(db),
    findLogo(db),
  ]);
  const party = {
    heading: 'Vendor',
    name: vendor.company_name,
    lines: vendorLines(vendor),
  } as const;
  return statementPrint(statement, { rows, issuer: issuerOf(issuer), party, logo });
}

/** The statement of a vendor as a file. */
export function vendorStatementFile(
  reading: Reading,
  statement: VendorStatement,
  format: (typeof statementFormats)[number],
): Promise<FileResponse> {
  return statementFile(statement, format, () => printedVendorStatement(reading, statement));
}

/** Mails a vendor its statement as a PDF file (docs/product/payables.md#statement). */
export async function sendVendorStatement(
  context: Context,
  id: number,
  { period, delivery }: { period: SentPeriod; delivery: MailDelivery },
): Promise<SentMail> {
  const limit = replyLimit();
  const account = await getVendorAccount(context.db, id, context.person);
  const statement = await readVendorStatement(context, account, period);
  const printed = await printedVendorStatement(context, statement);
  return mailStatement(context, statement, {
    printed,
    limit,
    delivery,
    find: async ({ trx }) => {
      const { email, contact_person, company_name: label } = await getVendor(trx, id);
      if (email !== null) return { to: [email], contact: contact_person ?? label };
      const message = `${label} has no email address. Add one to the vendor first.`;
      throw new AppError('statement.recipient_missing', message, {
        details: [{ message, record: { type: 'vendor', id, label } }],
      });
    },
  });
}
