import { useMemo } from 'react';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { api, ApiError, isRefusal } from '~/kit/ui/calls/api';
import type { Computed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { useFigures } from '~/kit/ui/records/useWhole';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { changeOf } from '~/kit/ui/records/saveCell';
import { saveInTurn } from '~/kit/ui/calls/saveInTurn';
import { recordIn } from '~/kit/ui/calls/saveMerged';
import { saveOrWait } from '~/kit/ui/waiting/waiting';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { toast } from '~/kit/ui/messages/toasts';
import type { Lead, LeadPatch } from '../leads.fields';
import { canEdit } from '../leads.rules';
import { stageSums } from '../pipeline.rules';
import type { StageSum } from '../stage-sums.fields';

type Patch = LeadPatch & { updated_at?: string };

export function useLeads() {
  return useLeadsIn(
    useList<Lead>({
      entity: 'leads',
      path: '/leads',
      longDependsOn: ['pipeline_stages', 'users'],
    }),
  );
}

export type Leads = ReturnType<typeof useLeadsIn>;

/** The sums of all leads, stage by stage. */
export function useStageSums(leads: Leads): Computed<Sums> {
  return useFigures(leads, '/leads/figures', sumsOf);
}

interface Sums {
  stages: readonly StageSum[];
}

const sumsOf = (leads: readonly Lead[]): Sums => ({ stages: stageSums(leads) });

/** What is done with the leads of a list, or with the one of a page. */
export function useLeadsIn(list: List<Lead>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Lead>) {
  const { stored, ...calls } = recordCalls(list, (lead: Lead) => lead);
  return {
    ...calls,
    create: (values: LeadPatch, key: string) => calls.create(values, key),
    update: (id: number, patch: Patch) => calls.update(id, patch),
    move: async (lead: Lead, stageId: number) => move(list, lead, stageId),
    /** Makes a customer of it, or links it to an existing one. */
    convert: async (id: number, customer_id: number | null) => {
      const options = { idempotencyKey: `convert-lead-${id}-${customer_id ?? 'new'}` };
      const response = await api.post<{ lead: Lead; customer: Customer }>(
        `/leads/${id}/convert`,
        customer_id === null ? undefined : { customer_id },
        options,
      );
      stored(response.lead);
      return response.customer;
    },
  };
}

/** Moves the version that the person saw. If someone else has moved the lead, it is shown at its new place instead. */
async function move(list: List<Lead>, lead: Lead, stageId: number): Promise<void> {
  const change = { row: lead, patch: { current_stage_id: stageId }, put: list.put };
  try {
    await saveInTurn('lead', change, async (body) => {
      const moved = await api.put<Lead>(`/leads/${lead.id}/stage`, body);
      list.put(moved);
      return moved;
    });
  } catch (error) {
    if (isRefusal(error, 'record.not_found')) list.remove(lead.id);
    const now = isRefusal(error, 'record.changed') ? recordIn(error, lead) : null;
    if (!now) throw error;
    const verdict = canEdit(now);
    if (!verdict.ok) throw new ApiError(409, verdict.message);
    throw movedByOther(now);
  }
}

function movedByOther({ stage_name }: Lead): ApiError {
  const message = 'This record was changed by someone else';
  return new ApiError(409, stage_name ? `${message}. It is in ${stage_name} now.` : message);
}

/**
 * Moves a lead, from the list's selector or the board; reports the outcome in a toast and rejects when refused
 * (docs/product/leads.md#moving-a-lead).
 */
export async function moveLead(
  leads: Leads,
  lead: Lead,
  stageId: number,
  edit: EditTexts,
): Promise<'saved' | 'waits'> {
  const store = { path: leads.path, call: `/leads/${lead.id}/stage` };
  const patch = { current_stage_id: stageId };
  const linkNames = { current_stage_id: ['stage_name'] };
  const change = changeOf(store, lead, patch, { name: lead.company_name, edit, linkNames });
  const texts = {
    refused: failedMove,
    offlineText: 'Error updating lead stage. Please try again.',
  };
  return reportFailure(texts, async () => {
    const outcome = await saveOrWait(change, () => leads.move(lead, stageId));
    if (outcome === 'saved') toast('success', 'Lead stage updated successfully');
    return outcome;
  });
}

/** Prefix of the message about a refused move (docs/product/leads.md#moving-a-lead). */
export const failedMove = 'Failed to update lead stage';
