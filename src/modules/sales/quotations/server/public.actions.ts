import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';
import { ownTexts } from '~/modules/sales/documents/print/single-documents.print';
import type { PdfFile } from '~/modules/sales/papers/server/printing.service';
import { picked } from '~/kit/shared/fields/picked';
import { addDays, type Day, formatInstant } from '~/kit/shared/time/days';
import { companyClock, companyDay } from '~/modules/organization/company/server/settings.service';
import { digestOf } from '~/modules/organization/users/server/hashes.service';
import { storedQuotationLines } from '../lines.rules';
import type { PublicLine, PublicQuotation } from '../public.fields';
import { publicFields, publicLineFields } from '../public.fields';
import type { Quotation, QuotationWithLines } from '../quotations.fields';
import { canDecide } from '../quotations.rules';
import { decide } from './decisions.actions';
import { partiesOf, quotationPdf } from './documents.actions';
import { findByLink, hasNewer, lockByLink } from './quotations.queries';
import { takeOptions } from './lines.internal';

type Reader = Pick<Context, 'db' | 'now'>;

/** For so many days past its last day a quotation can still be read. */
const readableDays = 60;

/** The quotation of a link; 404 with the reason where it shows none (docs/product/quotations.md#page). */
async function findOpen({ db, now }: Reader, token: string): Promise<QuotationWithLines> {
  const digest = digestOf(token);
  const quotation = digest && (await findByLink(db, digest));
  if (!quotation || quotation.status === 'draft') throw unknown();
  await refuseClosed(db, quotation, await companyDay({ db, now }));
  return quotation;
}

function unknown(): AppError {
  return new AppError('quotation_link.unknown', 'There is no quotation behind this link');
}

async function refuseClosed(db: Db, quotation: Quotation, today: Day): Promise<void> {
  const { status, valid_until } = quotation;
  if (status === 'superseded') {
    const message = (await hasNewer(db, quotation))
      ? 'A newer revision has replaced this quotation. Please use its link.'
      : 'This quotation is being revised. You will receive the new one.';
    throw new AppError('quotation_link.superseded', message);
  }
  if (valid_until >= addDays(today, -readableDays)) return;
  throw new AppError('quotation_link.over', 'This quotation is no longer available');
}

/** What the customer reads behind the link; whether they can still decide is `canDecide`'s to say. */
export async function readPublic(context: Reader, token: string): Promise<PublicQuotation> {
  return publicOf(context, await findOpen(context, token));
}

async function publicOf({ db }: Reader, quotation: QuotationWithLines): Promise<PublicQuotation> {
  const { seller, logo, own } = await partiesOf(db, quotation);
  const whole = { ...quotation, company_name: seller.name, company_logo: logo };
  return {
    ...picked(whole, Object.keys(publicFields) as (keyof typeof publicFields)[]),
    printed_fields: ownTexts(own),
    items: storedQuotationLines(quotation).map((line, at): PublicLine => {
      const names = Object.keys(publicLineFields) as (keyof typeof publicLineFields)[];
      return picked({ ...line, position: at + 1, taxable_value: taxableOf(quotation, at) }, names);
    }),
  };
}

function taxableOf({ items, services }: QuotationWithLines, at: number): number {
  return [...items, ...services][at]?.taxable_value ?? 0;
}

/**
 * Visitors take one place at a time in the queue of PDFs, so that they hold up no one who is signed in, and the visitors of
 * one link a few of those that wait, so that they do not hold up those of other links.
 */
const visitors = createLimiter({
  running: 1,
  waiting: 20,
  each: 4,
  message: 'Too many PDFs are being created. Please try again in a few seconds.',
  retryAfterSeconds: 5,
});

export async function publicPdf(context: Reader, token: string): Promise<PdfFile> {
  const quotation = await findOpen(context, token);
  return visitors.run(() => quotationPdf(context.db, quotation), { who: quotation.id });
}

interface BuyerDecision {
  status: 'accepted' | 'declined';
  name: string;
  reason?: string | null | undefined;
  purchase_order?: string | null | undefined;
  options?: readonly number[] | undefined;
}

/** Writes what the customer decided; 409 with the first decision where there was one. */
export async function decidePublicly(
  context: Context,
  token: string,
  { options = [], ...decision }: BuyerDecision,
): Promise<PublicQuotation> {
  await findOpen(context, token);
  await context.write(async (write, trx) => {
    const digest = digestOf(token);
    const before = digest && (await lockByLink(trx, digest));
    if (!before) throw unknown();
    const { today, timeZone } = await companyClock({ db: trx, now: context.now });
    await refuseClosed(trx, before, today);
    enforce(canDecide(before, today), firstDecision(before, timeZone));
    if (decision.status === 'accepted') {
      refuseOtherLines(before, options);
      await takeOptions(write, before, options);
    }
    const now = await lockByLink(trx, digest);
    if (now) await decide(write, now, decision);
  });
  return readPublic(context, token);
}

/** 400 for a position that has no option. */
function refuseOtherLines(quotation: QuotationWithLines, chosen: readonly number[]): void {
  const lines = storedQuotationLines(quotation);
  const other = chosen.find((position) => lines[position - 1]?.is_option !== true);
  if (other !== undefined) throw invalid('options', `Line ${other} is not an option`);
}

function firstDecision({ decided_at, decided_by_name, status }: Quotation, timeZone: string) {
  if (decided_at === null) return undefined;
  const word = status === 'declined' ? 'Declined' : 'Accepted';
  const when = formatInstant(decided_at, timeZone);
  return [{ message: `${word} by ${decided_by_name} on ${when}` }];
}
