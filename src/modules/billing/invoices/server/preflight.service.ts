import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { FixOf } from '~/modules/sales/documents/findings.rules';
import type { CheckResult } from '~/modules/sales/documents/findings.fields';
import {
  checkResult,
  preflight,
  type PreflightFacts,
} from '~/modules/sales/documents/preflight.rules';
import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import type { Invoice } from '../invoices.fields';
import { dateFindingsOf } from './dates.service';
import { findLastInvoice } from './number-series.queries';
import { completeLines, type LineSource, listLineSources } from './line-sources.queries';
import { findPrintedAccount } from './tax-documents.queries';
import { getTaxDocument } from './tax-documents.service';

type Named = Pick<Invoice, 'id' | 'customer_id'>;

export async function preflightFacts(db: Db, now: Date): Promise<PreflightFacts> {
  const { time_zone, turnover_band, tax_mode } = await getSettings(db);
  return { today: dayOf(now, time_zone), turnover_band, tax_mode };
}

interface Mended {
  /** The path of the document's own screen. */
  document: string;
  customer_id: number;
  /** What the lines of a draft are of; those of an issued document follow their product no longer. */
  lines?: readonly LineSource[];
}

/** The screens on which the findings of a document are mended. */
export function fixesOf({ document, customer_id, lines = [] }: Mended): FixOf {
  const screens = {
    company: '/billing',
    settings: '/billing',
    customer: `/customers?view=${customer_id}`,
    document,
    units: '/units',
  };
  return ({ mend, field }) =>
    mend === 'catalogue' ? (sourceOf(field, lines) ?? document) : screens[mend];
}

/** Where the product or service of a line lacks what the field names; null where it is the line itself. */
function sourceOf(field: string, lines: readonly LineSource[]): string | null {
  const [, index, name] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const line = lines[Number(index)];
  if (!line || (name === 'tax_class_id' && line.has_class)) return null;
  if (line.product_id !== null) return `/inventory/products?view=${line.product_id}`;
  return line.service_id === null ? null : `/services?view=${line.service_id}`;
}

/** What portals would refuse or doubt in an invoice, and its date (docs/product/invoices.md#check-before-issue). */
export async function checkInvoice(
  context: Pick<Context, 'db' | 'now'>,
  { id, status, invoice_date: date, customer_id }: Named & Pick<Invoice, 'status' | 'invoice_date'>,
): Promise<CheckResult> {
  const account = await findPrintedAccount(context.db, id);
  const { findings, ready } = await checkByPortals(context, { id, customer_id }, account);
  if (status === 'cancelled') return { findings, ready };
  const found = await dateFindingsOf(context.db, { kind: 'invoice', id, date }, findLastInvoice);
  const dated = checkResult(found, fixesOf({ document: `/invoices?view=${id}`, customer_id }));
  return { ready, findings: [...findings, ...dated.findings] };
}

async function checkByPortals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  invoice: Named,
  account: PaymentMethod | null = null,
): Promise<CheckResult> {
  const { id, customer_id } = invoice;
  const document = await getTaxDocument(db, id);
  const found = preflight(document, { ...(await preflightFacts(db, now)), account });
  const isOfLines = document.status === 'draft' && found.some(({ mend }) => mend === 'catalogue');
  const lines = isOfLines ? await listLineSources(db, id) : [];
  return checkResult(found, fixesOf({ document: `/invoices?view=${id}`, customer_id, lines }));
}

/** An invoice that is made in this call is not there when it is refused: it is mended in its form. */
export interface Made {
  isNew?: boolean;
}

/**
 * 409 with the errors of a draft that portals would refuse; one that was mailed under its number was checked then. What
 * the draft's lines lack and their products have by now becomes theirs.
 */
export async function enforceReady(
  { trx, context }: Write,
  draft: Named & Pick<Invoice, 'tax_mode' | 'reserved_number'>,
  { isNew = false }: Made = {},
): Promise<void> {
  if (draft.tax_mode === 'single' || draft.reserved_number !== null) return;
  await completeLines(trx, draft.id);
  const { ready, findings } = await checkByPortals({ db: trx, now: context.now }, draft);
  if (ready) return;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const sentence = `This invoice cannot be issued yet. ${errors.map(({ message }) => message).join('. ')}`;
  const own = `/invoices?view=${draft.id}`;
  const details = errors.map(({ field, message, fix }) => ({
    field,
    message,
    fix: isNew && fix === own ? '/invoices?new=1' : fix,
  }));
  throw new AppError('invoice.not_ready', 409, sentence, { details });
}
