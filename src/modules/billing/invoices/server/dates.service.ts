import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { isDay } from '~/kit/shared/time/days';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import { type DateFacts, dateFindings } from '~/modules/sales/documents/date-findings.rules';
import type { CheckResult } from '~/modules/sales/documents/findings.fields';
import type { Found } from '~/modules/sales/documents/findings.rules';
import { checkResult } from '~/modules/sales/documents/preflight.rules';
import type { TaxDocument } from '~/modules/sales/documents/tax-documents.fields';

/** A document, or with `id` 0 one that is not made yet. */
export type Dated = Pick<TaxDocument, 'kind' | 'id' | 'date'>;

interface FiledMonths {
  /** Whether the return of the document's month is filed without it. */
  isFiled: (db: Db, document: Dated) => Promise<boolean>;
}

/** The months that were filed, provided by the returns module. */
export const filedMonths = extensionPoint<FiledMonths>('invoices.filed_months');

/** The last number of a financial year's series before that of the document, or of all where it has none. */
export type FindLast = (
  db: Db,
  of: Pick<Dated, 'kind' | 'id'> & { year: string },
) => Promise<DateFacts['last']>;

/** What speaks against the date of a document (docs/product/invoices.md#dates). */
export async function dateFindingsOf(
  db: Db,
  document: Dated,
  findLast: FindLast,
): Promise<Found[]> {
  const { kind, id, date } = document;
  const year = financialYearOf(date, legalYearStart(await getSettings(db)));
  const [isFiled, last] = await Promise.all([
    filedMonths.get().isFiled(db, document),
    findLast(db, { kind, id, year }),
  ]);
  return dateFindings(date, { isFiled, last });
}

export const dateQuery = z.object({
  date: z.string().refine(isDay, { error: 'date must be a date (YYYY-MM-DD)' }),
});

/** The same for a document that is being written; `path` is that of its screen. */
export async function checkDate(
  { db }: Pick<Context, 'db'>,
  { path, findLast, ...dated }: Omit<Dated, 'id'> & { path: string; findLast: FindLast },
): Promise<CheckResult> {
  const found = await dateFindingsOf(db, { ...dated, id: 0 }, findLast);
  return checkResult(found, () => `${path}?new=1`);
}
