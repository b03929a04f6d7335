import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { copiedFrom, proposedBy } from '~/kit/server/database/custom-values';
import { deleteRecord, insertWhole, updateRecord, updateWhole } from '~/kit/server/database/write';
import { picked } from '~/kit/shared/fields/picked';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { newQuotationNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { changedLines } from '~/modules/sales/documents/lines/server/line-writing.service';
import { storedQuotationLines, planQuotationLines } from '../lines.rules';
import {
  agreedAmounts,
  agreedValues,
  quotationHeader,
  type QuotationWithLines,
} from '../quotations.fields';
import { canChange, canDelete, canRevise } from '../quotations.rules';
import type { NewQuotation, QuotationPatch } from '../requests.schema';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { findLead } from '~/modules/sales/leads/server/conversions.service';
import { enforceFor, rowOf, patchedLines, workedOut } from './lines.internal';
import {
  getQuotation,
  lockRevisionBefore,
  openQuotation,
  quotationLines,
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
      ...(await partyValues(write, worked.values)),
      ...createdBy(context),
    },
    quotationLines.insert(worked.lines),
  );
  return getQuotation(trx, record.id, context.person);
}

/** The custom values that it takes over from its customer or lead (docs/product/custom-fields.md#taken-over). */
async function partyValues(
  { trx, context: { person } }: Write,
  { customer_id, lead_id }: Partial<Pick<QuotationWithLines, 'customer_id' | 'lead_id'>>,
) {
  const customer = await findCustomer(trx, customer_id ?? 0, person);
  if (customer) return proposedBy('customers', customer);
  const lead = await findLead({ db: trx, person }, lead_id ?? 0);
  return lead ? proposedBy('leads', lead) : {};
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
    if (isOther(patch, before)) await enforceFor(write, before, canChange(before));
    await updateRecord(write, quotations, { row: rowOf(before), values: picked(patch, always) });
    return getQuotation(trx, id, context.person);
  }
  const worked = await workedOut(write, { sent: placed(patch, before), before, settings, today });
  await updateWhole<Fields, { id: number }>(
    write,
    quotations,
    { row: rowOf(before), values: { ...own, ...worked.values } },
    worked.isSaved
      ? changedLines(quotationLines.save(worked.lines), storedQuotationLines(before), worked.lines)
      : undefined,
  );
  return getQuotation(trx, id, context.person);
}

/** A draft that is saved takes the place of supply that follows now, unless one was chosen or is. */
function placed(patch: QuotationPatch, before: QuotationWithLines): QuotationPatch {
  const { place_of_supply = before.place_of_supply, place_chosen } = patch;
  const isSame = place_of_supply === before.place_of_supply;
  const isSent = patch.place_of_supply !== undefined && place_chosen !== false;
  const isFollowing = !before.place_chosen && isSame && !isSent;
  return isFollowing ? { ...patch, place_of_supply: null } : patch;
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
    await enforceFor(write, before, canDelete(before));
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
    await enforceFor(write, before, canRevise(before));
    const settings = await getSettings(trx);
    const today = dayOf(context.now, settings.time_zone);
    await supersede(write, before);
    const { record } = await insertWhole<Fields, { id: number }>(
      write,
      quotations,
      {
        ...picked(before, copied),
        ...copiedFrom('quotations', before),
        revision: before.revision + 1,
        quotation_date: today,
        valid_until: addDays(today, settings.quotation_validity_days),
        ...createdBy(context),
      },
      quotationLines.insert(storedQuotationLines(before)),
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
  await enforceFor(write, before, canRevise(before));
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
