import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { Lead, LeadPatch } from './leads.fields';

export const leadRefusals = {
  'lead.already_converted': [
    409,
    'The lead was converted to a customer and can no longer be changed',
  ],
  'lead.not_open': [409, 'Only an active, contacted or qualified lead can be converted'],
  'lead.customer_inactive': [409, 'A lead becomes only an active customer'],
  'lead.convert_only': [409, 'Only converting a lead sets the status `converted`'],
  'lead.in_use': [409, 'A quotation names the lead'],
  'stage.name_taken': [409, 'Another stage has this name'],
  'stage.in_use': [409, 'The stage has leads'],
  'stage.last_active': [409, 'The last active stage cannot be deactivated'],
  'stage.position_out_of_range': [400, 'The pipeline has no such position'],
} as const satisfies ErrorTable;

type Status = Lead['status'];

export const openStatuses: readonly Status[] = ['active', 'contacted', 'qualified'];

/**
 * Open leads are still being worked: only they count as "active" and can be converted
 * (docs/product/leads.md#conversion).
 */
export function isOpen(lead: Pick<Lead, 'status'>): boolean {
  return openStatuses.includes(lead.status);
}

/** A converted lead stays visible but can no longer change (docs/product/leads.md#status). */
export function canEdit(lead: Pick<Lead, 'status'>): Verdict {
  if (lead.status !== 'converted') return allowed;
  return refused(
    'lead.already_converted',
    'This lead has been converted to a customer and cannot be edited',
  );
}

/** Leads stay that were converted, or that a quotation names; a screen that does not know the dependents omits them. */
export function canDelete(
  lead: Pick<Lead, 'status'>,
  dependents: readonly DependentCount[] = [],
): Verdict {
  if (lead.status === 'converted') {
    return refused(
      'lead.already_converted',
      'This lead has been converted to a customer and cannot be deleted',
    );
  }
  const documents = dependentsText(dependents);
  if (documents === '') return allowed;
  return refused('lead.in_use', `This lead has ${documents} and cannot be deleted`);
}

export function canConvert(lead: Pick<Lead, 'status'>): Verdict {
  if (isOpen(lead)) return allowed;
  return lead.status === 'converted'
    ? refused('lead.already_converted', 'This lead has already been converted to a customer')
    : refused('lead.not_open', 'Only an active, contacted or qualified lead can be converted');
}

/** Nothing is sold to an inactive customer, so that no lead becomes one. */
export function canBecome({
  is_active,
  company_name,
}: Pick<Customer, 'is_active' | 'company_name'>): Verdict {
  if (is_active) return allowed;
  return refused(
    'lead.customer_inactive',
    `The customer ${company_name} is inactive. Make it active first, or choose another one.`,
  );
}

/** The status `converted` is set only by converting. */
export function canTakeStatus(status: Status | undefined): Verdict {
  if (status !== 'converted') return allowed;
  return refused(
    'lead.convert_only',
    'To set the status Converted, convert the lead to a customer',
  );
}

/**
 * The problem of the reason in a change or a new lead: only a lost lead has one, from the company's list
 * (docs/product/leads.md#lost-reason). An unchanged one may be from an older list.
 */
export function lostReasonProblem(
  { status, lost_reason: reason }: Pick<LeadPatch, 'status' | 'lost_reason'>,
  before: Pick<Lead, 'status' | 'lost_reason'> | null,
  reasons: readonly string[],
): string | null {
  if (!reason || reason === before?.lost_reason) return null;
  if ((status ?? before?.status) !== 'lost')
    return 'Only a lost lead has a lost reason. Set the status to Lost first.';
  if (reasons.length === 0)
    return 'The company has no lost reasons. An administrator can add them in the sales pipeline.';
  return reasons.includes(reason) ? null : `The lost reason must be one of: ${reasons.join(', ')}`;
}

/** A change with what the database does besides, so that an undo gives it back: a lead that is open again has no reason. */
export function withReason(
  values: LeadPatch,
  { status, lost_reason }: Pick<Lead, 'status' | 'lost_reason'>,
): LeadPatch {
  const isLost = (values.status ?? status) === 'lost';
  return isLost || lost_reason === null ? values : { ...values, lost_reason: null };
}

export function assigneeOf(lead: Pick<Lead, 'assigned_first_name' | 'assigned_last_name'>): string {
  return [lead.assigned_first_name, lead.assigned_last_name].filter(Boolean).join(' ');
}
