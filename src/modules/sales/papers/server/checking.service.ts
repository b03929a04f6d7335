import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { AppError } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { dayOf, isDay } from '~/kit/shared/time/days';
import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import {
  type DateBasis,
  dateFindings,
} from '~/modules/sales/documents/findings/date-findings.rules';
import type {
  CheckResult,
  DocumentCheckResult,
  FiledMonth,
  Finding,
} from '~/modules/sales/documents/findings/findings.fields';
import type { FixOf, RawFinding } from '~/modules/sales/documents/findings/findings.rules';
import {
  checkResult,
  preflight,
  type PreflightBasis,
} from '~/modules/sales/documents/findings/preflight.rules';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';

export async function preflightBasis(db: Db, now: Date): Promise<PreflightBasis> {
  const { time_zone, turnover_band, tax_mode } = await getSettings(db);
  return { today: dayOf(now, time_zone), turnover_band, tax_mode };
}

/** The product or service of a line, and whether it has a tax class. */
export interface LineSource {
  product_id: number | null;
  service_id: number | null;
  has_class: boolean;
}

interface FixedOn {
  /** The path of the document's own screen. */
  document: string;
  /** The path of the other party's screen. */
  party: string;
  /** The products and services of a draft's lines; lines of an issued document no longer follow them. */
  lines?: readonly LineSource[];
}

export function customerPath(id: number): string {
  return `/customers?view=${id}`;
}

/** The screens on which the findings of a document are fixed. */
export function fixesOf({ document, party, lines = [] }: FixedOn): FixOf {
  const screens = {
    company: '/billing',
    settings: '/billing',
    customer: party,
    document,
    units: '/units',
  };
  return ({ fixIn, field }) =>
    fixIn === 'catalogue' ? (sourceOf(field, lines) ?? document) : screens[fixIn];
}

/** Where the product or service of a line lacks what the field names; null where it is the line itself. */
function sourceOf(field: string, lines: readonly LineSource[]): string | null {
  const [, index, name] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const line = lines[Number(index)];
  if (!line || (name === 'tax_class_id' && line.has_class)) return null;
  if (line.product_id !== null) return `/inventory/products?view=${line.product_id}`;
  return line.service_id === null ? null : `/services?view=${line.service_id}`;
}

interface Checked {
  document: TaxDocument;
  /** Where documents of its kind are in the app. */
  path: string;
  customer_id: number;
  /** The account that it names to be paid into. */
  account?: PaymentMethod | null;
  /** The lines of a draft that their tax class would tax otherwise by now. */
  outdated?: readonly RawFinding[];
  /** Reads the products and services of a draft's lines. */
  readLines?: () => Promise<readonly LineSource[]>;
}

type Reader = Pick<Context, 'db' | 'now'>;

/** What portals would refuse or doubt in a document, regardless of its date. */
export async function checkByPortals(
  { db, now }: Reader,
  { document, path, customer_id, account = null, outdated = [], readLines }: Checked,
): Promise<CheckResult> {
  const basis = await preflightBasis(db, now);
  const found = [...preflight(document, { ...basis, account }), ...outdated];
  const isOfLines = document.status === 'draft' && found.some(({ fixIn }) => fixIn === 'catalogue');
  const lines = isOfLines && readLines ? await readLines() : [];
  return checkResult(
    found,
    fixesOf({ document: `${path}?view=${document.id}`, party: customerPath(customer_id), lines }),
  );
}

/** What portals would refuse or doubt in a document, and its date (docs/product/invoices.md#check-before-issue). */
export async function checkPaper(
  context: Reader,
  checked: Checked,
  findLast: FindLast,
): Promise<DocumentCheckResult> {
  const { document, path, customer_id } = checked;
  const { findings, ready } = await checkByPortals(context, checked);
  const filed = await filedMonths.get().filingOf(context.db, document);
  const is_filed = filed === 'with';
  if (document.status === 'cancelled') return { findings, ready, is_filed };
  const found = await dateFindingsOf(context.db, document, { filed, findLast });
  const dated = checkResult(
    found,
    fixesOf({ document: `${path}?view=${document.id}`, party: customerPath(customer_id) }),
  );
  return { ready, findings: [...findings, ...dated.findings], is_filed };
}

/** The refusal to issue a draft with errors that portals would refuse, each with the screen that fixes it. */
export function notReady(code: ErrorCode, noun: string, errors: readonly Finding[]): AppError {
  const message = `This ${noun} cannot be issued yet. ${errors.map(({ message }) => message).join('. ')}`;
  const details = errors.map(({ field, message, fix }) => ({ field, message, fix }));
  return new AppError(code, message, { details });
}

/** A document, or with `id` 0 one that is not made yet. */
export type Dated = Pick<TaxDocument, 'kind' | 'id' | 'date'>;

/** Whether the filed return of a document's month contains it; null where none is filed. */
export type Filed = 'with' | 'without' | null;

/** What returns report: a document, or the receipt voucher of an advance. */
export interface Reported extends Pick<Dated, 'id' | 'date'> {
  kind: Dated['kind'] | 'receipt_voucher';
}

interface FiledMonths {
  filingOf: (db: Db, reported: Reported) => Promise<Filed>;
  /** How many of these each filed return contains, the earliest month first. */
  countFiled: (db: Db, kind: Reported['kind'], ids: readonly number[]) => Promise<FiledMonth[]>;
}

/** The months that were filed, provided by the returns module. */
export const filedMonths = extensionPoint<FiledMonths>('papers.filed_months');

/** The last number of a financial year's series before that of the document, or of all where it has none. */
export type FindLast = (
  db: Db,
  of: Pick<Dated, 'kind' | 'id'> & { year: string },
) => Promise<DateBasis['last']>;

/** Findings about the date of a document (docs/product/invoices.md#dates). */
async function dateFindingsOf(
  db: Db,
  { kind, id, date }: Dated,
  { filed, findLast }: { filed: Filed; findLast: FindLast },
): Promise<RawFinding[]> {
  const year = financialYearOf(date, legalYearStart(await getSettings(db)));
  const last = await findLast(db, { kind, id, year });
  return dateFindings(date, { isFiled: filed === 'without', last });
}

export const dateQuery = z.object({
  date: z.string().refine(isDay, { error: 'date must be a date (YYYY-MM-DD)' }),
});

/** The same for a document that is being written; `path` is that of its screen. */
export async function checkDate(
  { db }: Pick<Context, 'db'>,
  { path, findLast, ...dated }: Omit<Dated, 'id'> & { path: string; findLast: FindLast },
): Promise<CheckResult> {
  const document = { ...dated, id: 0 };
  const filed = await filedMonths.get().filingOf(db, document);
  const found = await dateFindingsOf(db, document, { filed, findLast });
  return checkResult(found, () => `${path}?new=1`);
}
