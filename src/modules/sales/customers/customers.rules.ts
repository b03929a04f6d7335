import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import { distinctChoices } from '~/kit/shared/filters/filters';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { readGstin, stateAfter } from '~/modules/organization/company/gstin.rules';
import type { Customer } from './customers.fields';

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

type Located = Pick<Customer, 'gstin' | 'state_code'>;
type Party = Located & Pick<Customer, 'gst_category'>;
export type Sent<T> = { [K in keyof T]?: T[K] | undefined };

/** What a customer's GST category and GSTIN say against each other, or null (docs/product/customers.md#gst). */
export function partyProblem({ gst_category: category, gstin }: Omit<Party, 'state_code'>) {
  if (gstin === null) return null;
  if (category === 'unregistered') return 'Unregistered customers cannot have a GSTIN';
  return category === 'overseas' ? 'Overseas customers cannot have a GSTIN' : null;
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

/** The state of a customer or an address after a change, and what contradicts it. */
export function locationAfter(before: Located, sent: Sent<Located>): GstOutcome {
  const { gstin, state_code } = sent;
  if (gstin === undefined && state_code === undefined) {
    return { state_code: undefined, refused: null, invalid: null };
  }
  const { state, wrong } = stateAfter(before, { gstin, state_code });
  const reading = gstin && gstin !== before.gstin ? readGstin(gstin) : null;
  const message = reading?.ok === false ? `This GSTIN is not valid. ${reading.wrong}` : null;
  return {
    state_code: state,
    refused: wrong === null ? null : { field: 'state_code', message: wrong },
    invalid: message === null ? null : { field: 'gstin', message },
  };
}

/** The same for a customer with its category. */
export function partyAfter(before: Party, sent: Sent<Party>): GstOutcome {
  const { gst_category = before.gst_category, gstin = before.gstin } = sent;
  const isChanged = gst_category !== before.gst_category || gstin !== before.gstin;
  const message = isChanged ? partyProblem({ gst_category, gstin }) : null;
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

export interface CustomerFigures {
  total: number;
  active: number;
  thisMonth: number;
  industries: number;
  industryNames: readonly string[];
}

/** The figures of the cards above the list (docs/product/customers.md#figures); days are in the company's time zone. */
export function figuresOf(
  customers: readonly Pick<Customer, 'is_active' | 'created_at' | 'industry'>[],
  { today, timeZone }: { today: Day; timeZone: string },
): CustomerFigures {
  const month = today.slice(0, 7);
  // A zone is at most 14 hours off UTC. Only dates near the month's bounds are converted, since formatting a date is
  // slow.
  const earliest = addDays(`${month}-01`, -1);
  const isOfMonth = ({ created_at }: { created_at: string }) =>
    created_at >= earliest && dayOf(created_at, timeZone).startsWith(month);
  const industries = distinctChoices(customers, (customer) => customer.industry);
  return {
    total: customers.length,
    active: customers.filter((customer) => customer.is_active).length,
    thisMonth: customers.filter(isOfMonth).length,
    industries: industries.length,
    industryNames: industries.map(({ value }) => value),
  };
}
