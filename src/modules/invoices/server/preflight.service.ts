import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/company/server/settings.service';
import type { Mend } from '~/modules/documents/findings.rules';
import type { CheckResult } from '~/modules/documents/findings.fields';
import { checkResult, preflight, type PreflightFacts } from '~/modules/documents/preflight.rules';
import type { Invoice } from '../invoices.fields';
import { getTaxDocument } from './tax-documents.service';

type Named = Pick<Invoice, 'id' | 'customer_id'>;

export async function preflightFacts(db: Db, now: Date): Promise<PreflightFacts> {
  const { time_zone, turnover_band } = await getSettings(db);
  return { today: dayOf(now, time_zone), turnover_band };
}

/** The screens on which the findings of an invoice are mended. */
export function fixesOf({ id, customer_id }: Named): Readonly<Record<Mend, string>> {
  return {
    company: '/billing',
    settings: '/billing',
    customer: `/customers?view=${customer_id}`,
    document: `/invoices?view=${id}`,
    units: '/units',
  };
}

/** What portals would refuse or doubt in an invoice (docs/product/invoices.md#check-before-issue). */
export async function checkInvoice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  invoice: Named,
): Promise<CheckResult> {
  const document = await getTaxDocument(db, invoice.id);
  return checkResult(preflight(document, await preflightFacts(db, now)), fixesOf(invoice));
}

/** 409 with the errors of a draft that portals would refuse; one that was mailed under its number was checked then. */
export async function enforceReady(
  { trx, context }: Write,
  draft: Named & Pick<Invoice, 'tax_mode' | 'reserved_number'>,
): Promise<void> {
  if (draft.tax_mode === 'single' || draft.reserved_number !== null) return;
  const { ready, findings } = await checkInvoice({ db: trx, now: context.now }, draft);
  if (ready) return;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const details = errors.map(({ field, message, fix }) => ({ field, message, fix }));
  const sentence = `This invoice cannot be issued yet. ${details.map(({ message }) => message).join('. ')}`;
  throw new AppError('invoice.not_ready', 409, sentence, { details });
}
