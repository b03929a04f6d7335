import { type Context, userOf, type Write } from '~/kit/server/database/context';
import { copiedFrom } from '~/kit/server/database/custom-values';
import type { Transaction } from '~/kit/server/database/transaction';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { openRecord } from '~/kit/server/database/entity';
import { enforce, invalid } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import {
  addCustomer,
  findCustomer,
  holdCustomer,
} from '~/modules/sales/customers/server/customers.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { stateInWords } from '~/modules/organization/company/states.rules';
import { isAssignable } from '~/modules/organization/users/server/users.service';
import { workspaceOfNew } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Lead, LeadPatch } from '../leads.fields';
import {
  canBecome,
  canConvert,
  canDelete,
  canEdit,
  canTakeStatus,
  lostReasonProblem,
} from '../leads.rules';
import { leads } from './leads.queries';
import { quoting } from './quoting.service';
import { findEndStage, findStage } from './stages.queries';

/** A new lead is active and in the first active stage unless another is sent (docs/product/leads.md#stage). */
export async function createLead(context: Context, values: LeadPatch): Promise<Lead> {
  return context.write((write) => addLead(write, values));
}

/** The same in the caller's transaction. */
export async function addLead(write: Write, values: LeadPatch): Promise<Lead> {
  const { trx, context } = write;
  enforce(canTakeStatus(values.status));
  await checkLinks(trx, values);
  await checkLostReason(trx, values, null);
  const current_stage_id = values.current_stage_id ?? (await findEndStage(trx, 'first'));
  const workspace_id = await workspaceOfNew(write, 'leads');
  const created_by = userOf(context.person);
  return insertRecord(write, leads, { ...values, current_stage_id, workspace_id, created_by });
}

export async function updateLead(
  context: Context,
  id: number,
  patch: LeadPatch & { updated_at?: string },
): Promise<Lead> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const row = await openRecord(write, leads, id, seen);
    enforce(canEdit(row));
    enforce(canTakeStatus(values.status));
    await checkLinks(trx, changedLinks(row, values));
    await checkLostReason(trx, values, row);
    return updateRecord(write, leads, { row, values });
  });
}

export async function moveLead(
  context: Context,
  id: number,
  move: { current_stage_id: number; updated_at?: string | undefined },
): Promise<Lead> {
  return updateLead(context, id, {
    current_stage_id: move.current_stage_id,
    ...(move.updated_at ? { updated_at: move.updated_at } : {}),
  });
}

export async function deleteLead(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await openRecord(write, leads, id);
    const depended = { table: leads.name, id };
    const verdict = canDelete(row, await countDependents(trx, depended));
    if (!verdict.ok) enforce(verdict, await listDependents(write, depended, 'Made for it:'));
    await deleteRecord(write, leads, { row });
    return { id };
  });
}

/**
 * Creates the customer, moves the lead to the last active stage and marks it converted, all or nothing
 * (docs/product/leads.md#conversion).
 */
export async function convertLead(
  context: Context,
  id: number,
  existing: number | undefined,
): Promise<{ lead: Lead; customer: Customer }> {
  return context.write((write) => makeCustomer(write, id, { existing }));
}

interface Conversion {
  /** The lead becomes this customer. */
  existing?: number | undefined;
  /** The code of the state that is quoted for the lead; without one its newest quotation says it. */
  quotedState?: string | null;
}

/** The same in the caller's transaction. */
export async function makeCustomer(
  write: Write,
  id: number,
  { existing, quotedState = null }: Conversion = {},
): Promise<{ lead: Lead; customer: Customer }> {
  const row = await openRecord(write, leads, id);
  await refuseConverted(write, row);
  const customer =
    existing === undefined
      ? await addCustomer(write, {
          ...customerOf(row),
          ...(await locationOf(write, row, quotedState)),
        })
      : await holdActive(write, existing);
  const lead = await updateRecord(write, leads, {
    row,
    action: 'converted',
    values: {
      status: 'converted',
      converted_customer_id: customer.id,
      current_stage_id: await findEndStage(write.trx, 'last'),
    },
  });
  return { lead, customer };
}

async function holdActive(write: Write, id: number): Promise<Customer> {
  const customer = await holdCustomer(write, id);
  const verdict = canBecome(customer);
  const record = { type: 'customer', id, label: customer.company_name };
  enforce(verdict, verdict.ok ? undefined : [{ message: verdict.message, record }]);
  return customer;
}

async function refuseConverted({ trx, context }: Write, lead: Lead): Promise<void> {
  const verdict = canConvert(lead);
  const customer =
    lead.converted_customer_id === null
      ? null
      : await findCustomer(trx, lead.converted_customer_id, context.person);
  const message = customer ? `It is now the customer ${customer.company_name}` : '';
  const details = customer
    ? [{ message, record: { type: 'customer', id: customer.id, label: customer.company_name } }]
    : undefined;
  enforce(verdict, details);
}

/** The state of a lead's customer, where the lead itself names none. */
async function locationOf({ trx }: Write, lead: Lead, quotedState: string | null) {
  if (stateInWords(lead).code !== null) return {};
  return { state_code: quotedState ?? (await quoting.get().stateOf(trx, lead.id)) };
}

/**
 * Copies values unchanged, even those that the validation of customers would refuse (docs/product/leads.md#conversion).
 */
function customerOf(lead: Lead): Partial<Customer> {
  return {
    company_name: lead.company_name,
    contact_person: lead.contact_person,
    email: lead.email,
    phone: lead.phone,
    industry: lead.industry,
    company_size: lead.company_size,
    website: lead.website,
    city: lead.city,
    state: lead.state,
    country: lead.country,
    postal_code: lead.postal_code,
    billing_address: lead.address,
    workspace_id: lead.workspace_id,
    ...copiedFrom('leads', lead),
  };
}

/** 400 for a reason that this lead cannot have. */
async function checkLostReason(trx: Transaction, values: LeadPatch, before: Lead | null) {
  if (!values.lost_reason) return;
  const { lost_reasons } = await getSettings(trx);
  const problem = lostReasonProblem(values, before, lost_reasons);
  if (problem) throw invalid('lost_reason', problem);
}

function changedLinks(before: Lead, values: LeadPatch): LeadPatch {
  return {
    current_stage_id:
      values.current_stage_id === before.current_stage_id ? undefined : values.current_stage_id,
    assigned_to: values.assigned_to === before.assigned_to ? undefined : values.assigned_to,
  };
}

/** 400 for a stage that is not there or switched off, and for a person who is not an active user. */
export async function checkLinks(trx: Transaction, values: LeadPatch): Promise<void> {
  if (typeof values.current_stage_id === 'number') {
    const stage = await findStage(trx, values.current_stage_id);
    if (!stage) throw invalid('current_stage_id', 'Stage not found');
    if (!stage.is_active) {
      throw invalid(
        'current_stage_id',
        `The stage ${stage.stage_name} is inactive. Choose another one.`,
      );
    }
  }
  if (typeof values.assigned_to === 'number' && !(await isAssignable(trx, values.assigned_to))) {
    throw invalid('assigned_to', 'The assignee must be an active user');
  }
}
