import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { addDays, type Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { readGstin, stateAfter } from '~/modules/organization/company/gstin.rules';
import { stateInWords, type WrittenLocation } from '~/modules/organization/company/states.rules';
import type { Customer } from './customers.fields';

export const customerRefusals = {
  'customer.code_taken': [409, 'Another customer has this code'],
  'customer.still_active': [409, 'Only an inactive customer can be deleted'],
  'customer.in_use': [409, 'The customer has orders or invoices'],
  'customer.default_needed': [409, 'A default can only be replaced by another one'],
  'customer.parts_full': [409, 'The customer has the maximum number of addresses or contacts'],
} as const satisfies ErrorTable;

/**
 * Only an inactive customer without orders and invoices can be deleted (docs/product/customers.md#deletion). A screen
 * that does not know the dependents omits them; the server checks them.
 */
export function canDelete(
  customer: Pick<Customer, 'is_active'>,
  dependents: readonly DependentCount[] = [],
): Verdict {
  if (customer.is_active) {
    return refused(
      'customer.still_active',
      'An active customer cannot be deleted. Make the customer inactive first.',
    );
  }
  const documents = dependentsText(dependents);
  if (documents === '') return allowed;
  return refused('customer.in_use', `This customer has ${documents} and cannot be deleted`);
}

/** An address has no state in words. */
type Located = Pick<Customer, 'gstin' | 'state_code' | 'country'> & Pick<WrittenLocation, 'state'>;
type Party = Located & Pick<Customer, 'gst_category'>;
export type Sent<T> = { [K in keyof T]?: T[K] | undefined };

/** The companies that are sold to, and those that are bought from. */
export type PartyKind = 'customers' | 'vendors';

/** What the GST category and GSTIN of a party say against each other, or null (docs/product/customers.md#gst). */
export function partyProblem(
  { gst_category: category, gstin }: Pick<Party, 'gst_category' | 'gstin'>,
  kind: PartyKind = 'customers',
) {
  if (gstin === null) return null;
  if (category === 'unregistered') return `Unregistered ${kind} cannot have a GSTIN`;
  return category === 'overseas' ? `Overseas ${kind} cannot have a GSTIN` : null;
}

/** What GST makes of a change (docs/product/customers.md#gst). */
export interface GstOutcome {
  /** Undefined where nothing was sent that it depends on. */
  state_code: string | null | undefined;
  /** What is refused anyway. */
  refused: FieldProblem | null;
  /** What is refused where tax is by GST. */
  invalid: FieldProblem | null;
}

/** Where nothing is known of a party. */
export const unknownParty: Party = {
  gst_category: null,
  gstin: null,
  state_code: null,
  state: null,
  country: null,
};

/**
 * The state of a customer or an address after a change, and what contradicts it: that of its GSTIN, the one chosen, or
 * the one that state and country name in words.
 */
export function locationAfter(before: Located, sent: Sent<Located>): GstOutcome {
  const { gstin, state_code, state: stateText, country } = sent;
  if ([gstin, state_code, stateText, country].every((each) => each === undefined)) {
    return { state_code: undefined, refused: null, invalid: null };
  }
  const { state, wrong } = stateAfter(before, { gstin, state_code });
  const reading = gstin && gstin !== before.gstin ? readGstin(gstin) : null;
  const message = reading?.ok === false ? `This GSTIN is not valid. ${reading.wrong}` : null;
  const isRegistered = readGstin((gstin === undefined ? before.gstin : gstin) ?? '').ok;
  return {
    state_code: isRegistered ? state : stateFromTexts(before, { ...sent, state_code: state }),
    refused: wrong === null ? null : { field: 'state_code', message: wrong },
    invalid: message === null ? null : { field: 'gstin', message },
  };
}

/** The state of a party without a GSTIN: where none was chosen, it follows what is written. */
function stateFromTexts(
  before: Located,
  { state_code, state = before.state, country = before.country }: Sent<Located>,
): string | null {
  const written = stateInWords({ state, country });
  const was = stateInWords(before);
  const isChosen = state_code !== null && state_code !== before.state_code;
  const isRewritten = written.code !== was.code || written.unread !== was.unread;
  const follows = isRewritten && before.state_code === was.code;
  const saysNothing = written.code === null && written.unread === null;
  if (isChosen || (state_code !== null && (!follows || saysNothing))) return state_code ?? null;
  return written.code;
}

/** The same for a customer or a vendor with its category. */
export function partyAfter(before: Party, sent: Sent<Party>, kind?: PartyKind): GstOutcome {
  const { gst_category = before.gst_category, gstin = before.gstin } = sent;
  const isChanged = gst_category !== before.gst_category || gstin !== before.gstin;
  const message = isChanged ? partyProblem({ gst_category, gstin }, kind) : null;
  const outcome = locationAfter(before, sent);
  if (message === null) return outcome;
  return { ...outcome, refused: { field: 'gst_category', message } };
}

/** "Pune, Maharashtra, India": the parts that are known; '' when none is. */
export function locationOf(customer: Pick<Customer, 'city' | 'state' | 'country'>): string {
  return [customer.city, customer.state, customer.country].filter(Boolean).join(', ');
}

const termDays = { net_15: 15, net_30: 30, net_60: 60, cod: 0, prepaid: 0 } as const;

/**
 * The due date of an invoice of that day by its customer's terms; 30 days where none are set
 * (docs/product/customers.md#payment-terms).
 */
export function dueDateFor(invoiceDate: Day, terms: Customer['payment_terms']): Day {
  return addDays(invoiceDate, terms === null ? 30 : termDays[terms]);
}
