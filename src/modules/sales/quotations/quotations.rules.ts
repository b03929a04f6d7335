import type { ErrorTable } from '~/kit/shared/error-codes';
import { any, type Condition } from '~/kit/shared/filters/conditions';
import { meets } from '~/kit/shared/filters/row-tests';
import { formatDay } from '~/kit/shared/time/days';
import type { Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import type { AmountRules } from '~/modules/sales/documents/lines/amounts.rules';
import { lineProblems, type LinesDraft } from '~/modules/sales/documents/lines/drafted-lines.rules';
import type { Quotation } from './quotations.fields';

export const quotationRefusals = {
  'quotation.not_draft': [409, 'Lines and terms change, and deletion is possible, only in a draft'],
  'quotation.status_not_allowed': [409, 'The quotation cannot take this status from its own'],
  'quotation.not_ready': [409, 'The place of supply no longer follows; `details` name the fix'],
  'quotation.expired': [409, 'The quotation is past its last day: revise it'],
  'quotation.superseded': [409, 'There is a newer revision of the quotation'],
  'quotation.decided': [409, 'The quotation was accepted or declined before'],
  'quotation.ordered': [409, 'An order was made from the quotation'],
  'quotation.not_accepted': [409, 'An order is made from an accepted quotation'],
  'quotation.lead_closed': [409, 'The lead is neither open nor converted'],
  'quotation.being_sent': [409, 'The quotation is being emailed'],
  'quotation.recipient_missing': [400, 'The customer or lead has no email address'],
  'quotation.mail_rejected': [502, 'The mail server did not accept the email'],
  'quotation_link.unknown': [404, 'There is no quotation behind this link'],
  'quotation_link.superseded': [404, 'A newer revision replaced the quotation of this link'],
  'quotation_link.over': [404, 'The quotation of this link ended more than 60 days ago'],
} as const satisfies ErrorTable;

type Status = Quotation['status'];

/** A tax amount sent with a quotation is used as it is, as with orders (docs/product/orders.md#amounts). */
export const quotationAmounts: AmountRules = {
  noun: 'quotation',
  taxFollows: 'amount',
  wrongTotals: 'Quotation totals do not add up',
};

interface DraftLine {
  is_option?: boolean | null | undefined;
}

export interface QuotationDraft extends LinesDraft<DraftLine> {
  customer_id?: number | null | undefined;
  lead_id?: number | null | undefined;
  quotation_date: Day;
  valid_until: Day;
}

/** A quotation's problems in the order in which they are reported (docs/product/quotations.md#checks). */
export function quotationProblems(quotation: QuotationDraft): FieldProblem[] {
  const { customer_id, lead_id, items = [], services = [] } = quotation;
  const problems: FieldProblem[] = [];
  const parties = [customer_id, lead_id].filter((id) => typeof id === 'number');
  if (parties.length === 0)
    problems.push({ field: 'customer_id', message: 'Please select a customer or a lead' });
  if (parties.length > 1)
    problems.push({ field: 'lead_id', message: 'A quotation is for a customer or for a lead' });
  if (![...items, ...services].some((line) => line.is_option !== true)) {
    const isEmpty = items.length + services.length === 0;
    const message = isEmpty
      ? 'Please add at least one item to the quotation'
      : 'At least one line must not be an option';
    problems.push({ field: 'items', message });
  }
  problems.push(...lineProblems(quotation));
  const wrong = validityProblem(quotation);
  if (wrong !== null) problems.push({ field: 'valid_until', message: wrong });
  return problems;
}

/** The last day may have passed, but not before the quotation's own day. */
export function validityProblem({
  quotation_date,
  valid_until,
}: Pick<Quotation, 'quotation_date' | 'valid_until'>): string | null {
  return valid_until < quotation_date ? 'Valid until cannot be before the quotation date' : null;
}

/**
 * The state code that a quotation says of its lead: the place of supply, unless that is the company's own state, which
 * it also is for an unknown one (docs/product/quotations.md#fields).
 */
export function quotedState(
  { place_of_supply }: Pick<Quotation, 'place_of_supply'>,
  seller: string | null,
): string | null {
  return place_of_supply === seller ? null : place_of_supply;
}

/** The number with its revision, from the second on: `QTN-26-27-00001 R2`. */
export function quotationLabel({
  quotation_number,
  revision,
}: Pick<Quotation, 'quotation_number' | 'revision'>): string {
  return revision > 1 ? `${quotation_number} R${revision}` : quotation_number;
}

/** Sent, and past its last day: it can no longer be accepted, whether or not the job has marked it. */
export const over = (today: Day): Condition<Dated> =>
  any({ status: 'expired' }, { status: 'sent', valid_until: { below: today } });

export function isOver(quotation: Dated, today: Day): boolean {
  return meets(quotation, over(today));
}

type Dated = Pick<Quotation, 'status' | 'valid_until'>;
type Mailed = Pick<Quotation, 'status'> & Partial<Pick<Quotation, 'mail_status'>>;

const beingSent = refused(
  'quotation.being_sent',
  'This quotation is being sent. Please wait a moment.',
);

/** Lines and terms of what a customer has are fixed (docs/product/quotations.md#what-locks). */
export function canChange({ status, mail_status }: Mailed): Verdict {
  if (status === 'draft') return mail_status === 'queued' ? beingSent : allowed;
  return refused(
    'quotation.not_draft',
    `This quotation is ${status}: only its reference and notes can be changed. Revise it to change the rest.`,
  );
}

/** Whether it was sent, which fixes what it prints. */
export function isIssued({ status }: Pick<Quotation, 'status'>): boolean {
  return status !== 'draft';
}

export function canDelete({ status, mail_status }: Mailed): Verdict {
  if (status === 'draft') return mail_status === 'queued' ? beingSent : allowed;
  return refused('quotation.not_draft', `This quotation is ${status}: only drafts can be deleted`);
}

/** What people may set by hand (docs/product/quotations.md#status). */
const byHand: Readonly<Partial<Record<Status, readonly Status[]>>> = {
  draft: ['sent'],
  sent: ['accepted', 'declined'],
  accepted: ['sent'],
  declined: ['sent'],
};

/** The statuses that a person may choose for it, without its own. */
export function nextStatuses({ status }: Pick<Quotation, 'status'>): readonly Status[] {
  return byHand[status] ?? [];
}

type QuotationState = Pick<Quotation, 'status' | 'valid_until'>;

export function canTakeStatus(quotation: QuotationState, status: Status, today: Day): Verdict {
  if (status === quotation.status) return allowed;
  const ended = endOf(quotation.status);
  if (ended) return ended;
  const isDecision = status === 'accepted' || status === 'declined';
  if (isOver(quotation, today) && (isDecision || quotation.status === 'expired'))
    return expired(quotation);
  if (nextStatuses(quotation).includes(status)) return allowed;
  return refused(
    'quotation.status_not_allowed',
    `A quotation cannot go from ${quotation.status} to ${status}`,
  );
}

function endOf(status: Status): Verdict | null {
  if (status === 'superseded')
    return refused('quotation.superseded', 'There is a newer revision of this quotation');
  if (status === 'ordered')
    return refused('quotation.ordered', 'An order was made from this quotation');
  return null;
}

function expired({ valid_until }: QuotationState): Verdict {
  return refused(
    'quotation.expired',
    `This quotation was valid until ${formatDay(valid_until)}. Revise it.`,
  );
}

/** A draft can be emailed, and a sent quotation again; neither past its last day, when its page takes no decision. */
export function canSend(
  quotation: QuotationState & Pick<Quotation, 'mail_status'>,
  today: Day,
): Verdict {
  const { status, mail_status } = quotation;
  const ended = endOf(status);
  if (ended) return ended;
  if (status === 'accepted' || status === 'declined')
    return refused('quotation.decided', `This quotation is ${status} and cannot be sent`);
  if (isOver(quotation, today)) return expired(quotation);
  if (quotation.valid_until < today)
    return refused(
      'quotation.expired',
      `This quotation was valid until ${formatDay(quotation.valid_until)}. Change the date first.`,
    );
  return mail_status === 'queued' ? beingSent : allowed;
}

/** The newest revision, once it has left the house and no order was made from it. */
export function canRevise({ status }: Pick<Quotation, 'status'>): Verdict {
  if (status === 'draft')
    return refused('quotation.status_not_allowed', 'This quotation is a draft: change it directly');
  return endOf(status) ?? allowed;
}

/** With `force` also before the customer has accepted. */
export function canOrder(
  quotation: QuotationState,
  { force, today }: { force: boolean; today: Day },
): Verdict {
  const { status } = quotation;
  if (status === 'accepted') return allowed;
  const ended = endOf(status);
  if (ended) return ended;
  if (isOver(quotation, today)) return expired(quotation);
  if (status === 'sent' && force) return allowed;
  return refused('quotation.not_accepted', `This quotation is ${status}: it is not accepted yet`);
}

type Decided = QuotationState & Pick<Quotation, 'decided_at' | 'decided_by_name'>;

/** Whether the customer may still decide on the page behind the link (docs/product/quotations.md#page). */
export function canDecide(quotation: Decided, today: Day): Verdict {
  const { status, decided_by_name } = quotation;
  if (status === 'sent' && !isOver(quotation, today)) return allowed;
  if (status === 'expired' || status === 'sent')
    return refused(
      'quotation.expired',
      `This quotation was valid until ${formatDay(quotation.valid_until)}. Please ask for a new one.`,
    );
  if (status === 'ordered' && decided_by_name === null)
    return refused('quotation.decided', 'An order was already created from this quotation');
  const by = decided_by_name === null ? '' : ` by ${decided_by_name}`;
  const word = status === 'ordered' ? 'accepted' : status;
  return refused('quotation.decided', `This quotation was ${word}${by} before`);
}
