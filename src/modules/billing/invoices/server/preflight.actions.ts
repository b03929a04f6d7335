import type { Context, Write } from '~/kit/server/database/context';
import { rateOn } from '~/modules/catalogue/tax/tax-classes.rules';
import { outdatedRates } from '~/modules/sales/documents/findings/line-findings.rules';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import type { DocumentCheckResult } from '~/modules/sales/documents/findings/findings.fields';
import {
  checkByPortals,
  checkPaper,
  notReady,
} from '~/modules/sales/papers/server/checking.service';
import type { Invoice } from '../invoices.fields';
import { completeLines, listLineClasses, listLineSources } from './line-sources.queries';
import { findLastInvoice } from './number-series.queries';
import { findPrintedAccount } from './tax-documents.queries';
import { getTaxDocument } from './tax-documents.service';

type Reader = Pick<Context, 'db' | 'now'>;
type Named = Pick<Invoice, 'id' | 'customer_id'>;

const path = '/invoices';

async function checkedOf(db: Context['db'], { id, customer_id }: Named) {
  const document = await getTaxDocument(db, id);
  const outdated = await outdatedOf(db, document);
  return { document, path, customer_id, outdated, readLines: () => listLineSources(db, id) };
}

async function outdatedOf(db: Context['db'], { id, date, status, tax_mode }: TaxDocument) {
  if (status !== 'draft' || tax_mode === 'single') return [];
  const lines = await listLineClasses(db, id);
  return outdatedRates(
    lines.map(({ tax_class: each, ...line }) => ({
      ...line,
      now: each && { tax_treatment: each.treatment, tax_rate: rateOn(each, date) },
    })),
  );
}

/** What portals would refuse or doubt in an invoice, and its date (docs/product/invoices.md#check-before-issue). */
export async function checkInvoice(
  context: Reader,
  invoice: Named & Pick<Invoice, 'is_opening'>,
): Promise<DocumentCheckResult> {
  if (invoice.is_opening) return { ready: true, findings: [], is_filed: false };
  const account = await findPrintedAccount(context.db, invoice.id);
  return checkPaper(
    context,
    { ...(await checkedOf(context.db, invoice)), account },
    findLastInvoice,
  );
}

/** An invoice that is made in this call is not there when it is refused: it is fixed in its form. */
export interface PreparedDocument {
  isNew?: boolean;
}

/**
 * 409 with the errors of a draft that portals would refuse; one that was mailed under its number was checked then. What
 * the draft's lines lack and their products have by now becomes theirs.
 */
export async function enforceReady(
  { trx, context }: Write,
  draft: Named & Pick<Invoice, 'tax_mode' | 'reserved_number'>,
  { isNew = false }: PreparedDocument = {},
): Promise<void> {
  if (draft.tax_mode === 'single' || draft.reserved_number !== null) return;
  await completeLines(trx, draft.id);
  const { now } = context;
  const { ready, findings } = await checkByPortals({ db: trx, now }, await checkedOf(trx, draft));
  if (ready) return;
  const own = `${path}?view=${draft.id}`;
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map((each) => (isNew && each.fix === own ? { ...each, fix: `${path}?new=1` } : each));
  throw notReady('invoice.not_ready', 'invoice', errors);
}
