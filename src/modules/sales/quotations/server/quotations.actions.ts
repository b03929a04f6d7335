import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { deleteRecord, insertWhole, updateRecord, updateWhole } from '~/kit/server/database/write';
import { enforce } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { newQuotationNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { insertLines, saveLines } from '~/modules/sales/orders/server/line-writing.service';
import { storedQuotationLines, planQuotationLines } from '../lines.rules';
import {
  agreedAmounts,
  agreedValues,
  quotationHeader,
  type QuotationWithLines,
} from '../quotations.fields';
import { canChange, canDelete, canRevise } from '../quotations.rules';
import type { NewQuotation, QuotationPatch } from '../requests.schema';
import { openQuotation, rowOf, patchedLines, shortLine, workedOut } from './lines.internal';
import {
  getQuotation,
  lineTable,
  lockRevisionBefore,
  quotations,
  statusBefore,
} from './quotations.queries';

type Fields = typeof quotations.fields;

export async function createQuotation(
  context: Context,
  body: NewQuotation,
): Promise<QuotationWithLines> {
  return context.write((write) => addQuotation(write, body));
}

/** Makes a draft with its number in the caller's transaction (docs/product/quotations.md#status). */
export async function addQuotation(write: Write, body: NewQuotation): Promise<QuotationWithLines> {
  const { trx, context } = write;
  const settings = await getSettings(trx);
  const today = dayOf(context.now, settings.time_zone);
  const quotation_date = body.quotation_date ?? today;
  const valid_until = body.valid_until ?? addDays(quotation_date, settings.quotation_validity_days);
  const draft = { ...body, quotation_date, valid_until };
  const worked = await workedOut(write, { sent: draft, before: null, settings, today });
  const { record } = await insertWhole<Fields, { id: number }>(
    write,
    quotations,
    {
      quotation_number: newQuotationNumber(quotation_date, settings),
      ...picked(draft, [...quotationHeader, 'is_template']),
      ...worked.values,
      ...createdBy(context),
    },
    insertLines(worked.lines, lineTable),
  );
  return getQuotation(trx, record.id, context.person);
}

/** Changes any fields of a draft; of what the customer has only `reference`, `notes` and `is_template`. */
export async function updateQuotation(
  context: Context,
  id: number,
  patch: QuotationPatch,
): Promise<QuotationWithLines> {
  return context.write((write) => changeQuotation(write, id, patch));
}

const always = ['reference', 'notes', 'is_template'] as const;

export async function changeQuotation(
  write: Write,
  id: number,
  { updated_at: seen, ...patch }: QuotationPatch,
): Promise<QuotationWithLines> {
  const { trx, context } = write;
  const before = await openQuotation(write, id, seen);
  const settings = await getSettings(trx);
  const today = dayOf(context.now, settings.time_zone);
  const own = picked(patch, [...quotationHeader, 'is_template']);
  if (!canChange(before).ok) {
    if (isOther(patch, before)) enforce(canChange(before));
    await updateRecord(write, quotations, { row: rowOf(before), values: picked(patch, always) });
    return getQuotation(trx, id, context.person);
  }
  const worked = await workedOut(write, { sent: patch, before, settings, today });
  const stored = storedQuotationLines(before).map(shortLine);
  await updateWhole<Fields, { id: number }>(
    write,
    quotations,
    { row: rowOf(before), values: { ...own, ...worked.values } },
    worked.isSaved
      ? {
          parts: saveLines(id, worked.lines, lineTable),
          before: { lines: stored },
          after: { lines: worked.lines.map(shortLine) },
        }
      : undefined,
  );
  return getQuotation(trx, id, context.person);
}

/** Whether a request wants more of a quotation changed than what always may be. */
function isOther(patch: QuotationPatch, before: QuotationWithLines): boolean {
  const { items, services, ...rest } = patch;
  const plain = Object.entries(rest).filter(([name]) => !always.some((each) => each === name));
  const row: Record<string, unknown> = before;
  if (plain.some(([name, value]) => value !== undefined && value !== row[name])) return true;
  if (items === undefined && services === undefined) return false;
  const plan = planQuotationLines(storedQuotationLines(before), {
    ...before,
    ...patchedLines(patch),
  });
  return plan.isChange || plan.isMove;
}

/** Deletes a draft; the revision before it is again what it was. */
export async function deleteQuotation(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const before = await openQuotation(write, id);
    enforce(canDelete(before));
    const former = await lockRevisionBefore(trx, before);
    await deleteRecord(write, quotations, { row: rowOf(before) });
    const status = former && (await statusBefore(trx, former.id));
    if (former && status) {
      const values = { status, superseded_status: null };
      await updateRecord(write, quotations, { row: rowOf(former), values, action: 'restored' });
    }
    return { id };
  });
}

/**
 * Makes the next revision as a draft with the same number, lines and terms, valid from today on, and takes the one before
 * out of use (docs/product/quotations.md#revisions).
 */
export async function reviseQuotation(context: Context, id: number): Promise<QuotationWithLines> {
  return context.write(async (write, trx) => {
    const before = await openQuotation(write, id);
    enforce(canRevise(before));
    const settings = await getSettings(trx);
    const today = dayOf(context.now, settings.time_zone);
    await supersede(write, before);
    const { record } = await insertWhole<Fields, { id: number }>(
      write,
      quotations,
      {
        ...picked(before, copied),
        revision: before.revision + 1,
        quotation_date: today,
        valid_until: addDays(today, settings.quotation_validity_days),
        ...createdBy(context),
      },
      insertLines(storedQuotationLines(before), lineTable),
    );
    return getQuotation(trx, record.id, context.person);
  });
}

async function supersede(write: Write, before: Locked<QuotationWithLines>): Promise<void> {
  await updateRecord(write, quotations, {
    row: rowOf(before),
    action: 'revised',
    values: { status: 'superseded', superseded_status: before.status },
  });
}

/** When the deletion of a draft is undone, the revision before it is superseded again; 409 where it was ordered since. */
export async function bringBack(write: Write, id: number): Promise<void> {
  const draft = await openQuotation(write, id);
  const before = await lockRevisionBefore(write.trx, draft);
  if (!before) return;
  enforce(canRevise(before));
  await supersede(write, before);
}

/** What a revision has of the one before it. */
const copied = [
  'quotation_number',
  'customer_id',
  'lead_id',
  'reference',
  'cover_text',
  'terms_conditions',
  'notes',
  'is_template',
  'item_count',
  'service_names',
  ...agreedAmounts,
  ...agreedValues,
] as const;
