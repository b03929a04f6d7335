import type { Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { updateWhole } from '~/kit/server/database/write';
import { AppError, type Detail, enforce, refuseInvalid } from '~/kit/server/errors';
import type { Verdict } from '~/kit/shared/verdict';
import { picked } from '~/kit/shared/fields/picked';
import type { Day } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { discounted, noDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import type { TaxedDocument } from '~/modules/sales/documents/taxes/server/taxation.service';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { unregisteredBuyer, withoutTaxes } from '~/modules/sales/documents/taxes/taxation.rules';
import { isOpen } from '~/modules/sales/leads/leads.rules';
import { holdLead } from '~/modules/sales/leads/server/conversions.service';
import { summaryOf } from '~/modules/sales/documents/lines/order-lines.rules';
import {
  changedLines,
  idsOf,
  lockReferences,
  type Named,
  nameLines,
  nothingLocked,
  refuseFinerLines,
  refuseUnusable,
  refuseWrongAmounts,
  type SentTaxes,
  taxLines,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import {
  storedQuotationLines,
  planQuotationLines,
  type PlannedQuotationLine,
} from '../lines.rules';
import type { Quotation, QuotationWithLines } from '../quotations.fields';
import { quotationAmounts, quotationLabel, quotationProblems } from '../quotations.rules';
import type { QuotationPatch } from '../requests.schema';
import { findLeadParty, findNewest, quotationLines, quotations } from './quotations.queries';

/** The lines that a request says. */
export function patchedLines({ items, services }: QuotationPatch) {
  return { ...(items ? { items } : {}), ...(services ? { services } : {}) };
}

/** 409 with the newer revision or the order that is in the way. */
export async function enforceFor(
  { trx, context }: Write,
  quotation: Quotation,
  verdict: Verdict,
): Promise<void> {
  if (verdict.ok) return;
  const isSuperseded = quotation.status === 'superseded';
  const newest = isSuperseded ? await findNewest(trx, quotation, context.person) : null;
  enforce(verdict, newest ? newerDetails(newest) : orderDetails(quotation));
}

function newerDetails(newest: Quotation): Detail[] {
  const label = quotationLabel(newest);
  const record = { type: 'quotation', id: newest.id, label };
  return [{ message: `The newest revision is ${label}`, record }];
}

function orderDetails({ order_id, order_number }: Quotation): Detail[] | undefined {
  if (order_id === null || order_number === null) return undefined;
  const record = { type: 'order', id: order_id, label: order_number };
  return [{ message: `Its order is ${order_number}`, record }];
}

/** A quotation without its lines, as the list has it. */
export function rowOf(whole: Locked<QuotationWithLines>): Locked<Quotation> {
  const { items: _items, services: _services, ...row } = whole;
  return row;
}

interface RequestedLines {
  sent: Omit<QuotationPatch, 'updated_at'>;
  before: QuotationWithLines | null;
  settings: Settings;
  today: Day;
}

interface WorkedLines {
  lines: Named<PlannedQuotationLine>[];
  values: Partial<Quotation>;
  /** Whether the lines are to be written. */
  isSaved: boolean;
}

/** The lines, amounts and party of a draft after a request; 400 where they cannot be (docs/product/quotations.md#checks). */
export async function workedOut(
  write: Write,
  { sent, before, settings, today }: RequestedLines,
): Promise<WorkedLines> {
  const { person } = write.context;
  const { customer_id, lead_id } = partyOf(sent, before);
  const quotation_date = sent.quotation_date ?? before?.quotation_date ?? today;
  const valid_until = sent.valid_until ?? before?.valid_until ?? quotation_date;
  const lines = {
    items: before?.items ?? [],
    services: before?.services ?? [],
    ...patchedLines(sent),
  };
  refuseInvalid(quotationProblems({ ...lines, customer_id, lead_id, quotation_date, valid_until }));
  const stored = before ? storedQuotationLines(before) : [];
  const plan = planQuotationLines(stored, lines);
  const isOtherParty = customer_id !== before?.customer_id || lead_id !== before?.lead_id;
  // Before products, as everyone locks a lead.
  if (lead_id !== null && isOtherParty) await chooseLead(write, lead_id);
  const pointed = await lockReferences(write.trx, {
    ...idsOf(plan.lines.filter(({ id }) => id === null)),
    customerId: customer_id,
    chooser: isOtherParty ? person : null,
    movesStock: false,
  });
  const newOnes = { customer_id: isOtherParty ? customer_id : null, lines: plan.lines };
  refuseUnusable(person, pointed, newOnes);
  await refuseFinerLines(write, plan.lines, stored);
  const party = { customer_id, lead_id };
  const taxed = await taxedLines(write, { sent, before, plan, settings, today, party });
  refuseWrongAmounts(sent, { rules: quotationAmounts, ...taxed, lines: plan.lines });
  const named = nameLines<PlannedQuotationLine>(taxed.lines, pointed, stored);
  const isRetaxed = taxed.values.supply_type !== undefined;
  return {
    lines: named,
    isSaved: plan.isChange || plan.isMove || isRetaxed || isOtherDiscount(taxed, before),
    values: {
      customer_id,
      lead_id,
      ...taxed.amounts,
      ...taxed.values,
      ...summaryOf(named.filter(({ is_option }) => !is_option)),
    },
  };
}

function isOtherDiscount({ values }: Taxed, before: QuotationWithLines | null): boolean {
  return values.discount_amount !== before?.discount_amount;
}

type Party = Pick<Quotation, 'customer_id' | 'lead_id'>;

/** The party after a request: naming a customer lets the lead go, and the other way round. */
function partyOf(
  sent: Pick<QuotationPatch, 'customer_id' | 'lead_id'>,
  before: Party | null,
): Party {
  const { customer_id, lead_id } = sent;
  const isNamed = (id: number | null | undefined) => typeof id === 'number';
  return {
    customer_id:
      customer_id ??
      (customer_id === null || isNamed(lead_id) ? null : before?.customer_id) ??
      null,
    lead_id: lead_id ?? (lead_id === null || isNamed(customer_id) ? null : before?.lead_id) ?? null,
  };
}

async function chooseLead(write: Write, id: number): Promise<void> {
  const lead = await holdLead(write, id);
  if (!lead) {
    const message = 'Lead not found';
    const details = [{ field: 'lead_id', message }];
    throw new AppError('order.invalid_reference', message, { details });
  }
  if (isOpen(lead)) return;
  const { company_name: label, status } = lead;
  const message = `The lead ${label} is ${status}. Choose an open lead or a customer.`;
  throw new AppError('quotation.lead_closed', message, {
    details: [{ field: 'lead_id', message, record: { type: 'lead', id, label } }],
  });
}

type Taxed = TaxedDocument<PlannedQuotationLine>;

interface Taxing extends RequestedLines {
  plan: { lines: readonly PlannedQuotationLine[]; isChange: boolean };
  party: Party;
}

/** The buyer as taxes tell buyers apart: a lead is below zero. */
function buyerId({ customer_id, lead_id }: Party): number {
  return customer_id ?? -(lead_id ?? 0);
}

/** Options are taxed like the other lines, but on their own: neither the totals nor the discount has a part of them. */
async function taxedLines(
  write: Write,
  { sent, before, plan, settings, today, party }: Taxing,
): Promise<Taxed> {
  const { lead_id } = party;
  const buyer =
    lead_id === null ? undefined : unregisteredBuyer(await findLeadParty(write.trx, lead_id));
  const customer_id = buyerId(party);
  const sentTaxes: SentTaxes = {
    ...sent,
    customer_id,
    day: sent.quotation_date,
  };
  const lines = before ? storedQuotationLines(before) : [];
  const was = before && {
    ...before,
    customer_id: buyerId(before),
    day: before.quotation_date,
    lines,
  };
  const [included, options] = [
    plan.lines.filter(({ is_option }) => !is_option),
    plan.lines.filter(({ is_option }) => is_option),
  ];
  const taxed = await taxLines(write, {
    before: was,
    sent: sentTaxes,
    plan: { ...plan, lines: included },
    settings,
    today,
    buyer,
  });
  if (options.length === 0) return taxed;
  const { values } = taxed;
  const offered =
    values.tax_mode === 'single'
      ? withoutTaxes(discounted(options, noDiscount).lines)
      : await taxLines(write, {
          before: null,
          sent: {
            ...(before ? picked(before, supplyNames) : {}),
            ...picked(values, supplyNames),
            customer_id,
            day: sent.quotation_date ?? before?.quotation_date,
          },
          plan: { lines: options, isChange: true },
          settings,
          today,
          buyer,
        }).then(({ lines: own }) => own);
  const rest = { included: [...taxed.lines], options: [...offered] };
  return {
    ...taxed,
    lines: plan.lines.flatMap((line) =>
      (line.is_option ? rest.options : rest.included).splice(0, 1),
    ),
  };
}

/** Takes options, by their places among all lines counted from 1, into the quotation, whose amounts follow. */
export async function takeOptions(
  write: Write,
  before: Locked<QuotationWithLines>,
  chosen: readonly number[],
): Promise<void> {
  const stored = storedQuotationLines(before);
  const lines = stored.map((line, at) => ({
    ...line,
    is_option: line.is_option && !chosen.includes(at + 1),
  }));
  if (lines.every(({ is_option }, at) => is_option === stored[at]?.is_option)) return;
  const settings = await getSettings(write.trx);
  const today = before.quotation_date;
  const plan = { lines, isChange: true };
  const taxed = await taxedLines(write, {
    sent: {},
    before,
    plan,
    settings,
    today,
    party: before,
  });
  const named = nameLines<PlannedQuotationLine>(taxed.lines, nothingLocked, lines);
  const included = named.filter(({ is_option }) => !is_option);
  await updateWhole<typeof quotations.fields, { id: number }>(
    write,
    quotations,
    {
      row: rowOf(before),
      action: 'options taken',
      values: { ...taxed.amounts, ...taxed.values, ...summaryOf(included) },
    },
    changedLines(quotationLines.save(named), stored, named),
  );
}
