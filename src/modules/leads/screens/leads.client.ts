import { useMemo } from 'react';
import type { Customer } from '~/modules/customers/customers.fields';
import { api, ApiError, failureText } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import { toast } from '~/kit/ui/elements/toasts';
import type { Lead, LeadPatch } from '../leads.fields';
import { canEdit } from '../leads.rules';

type Patch = LeadPatch & { updated_at?: string };

/** All leads and what can be done with them; the list follows what the server answered. */
export function useLeads() {
  const list = useList<Lead>({
    entity: 'leads',
    path: '/leads',
    dependsOn: ['users', 'pipeline_stages'],
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Leads = ReturnType<typeof useLeads>;

function actions(list: List<Lead>) {
  const kept = (lead: Lead): Lead => {
    list.put(lead);
    return lead;
  };
  return {
    create: async (values: LeadPatch) => kept(await api.post<Lead>('/leads', values)),
    update: async (id: number, patch: Patch) => kept(await api.put<Lead>(`/leads/${id}`, patch)),
    move: async (lead: Lead, stageId: number) => move(list, lead, stageId),
    delete: async (id: number) => {
      await api.delete(`/leads/${id}`);
      list.remove(id);
    },
    convert: async (id: number) => {
      const options = { idempotencyKey: `convert-lead-${id}` };
      const answer = await api.post<{ lead: Lead; customer: Customer }>(
        `/leads/${id}/convert`,
        undefined,
        options,
      );
      kept(answer.lead);
      return answer.customer;
    },
  };
}

/** Moves what the person saw: a lead that somebody else has moved meanwhile goes to where it is now. */
async function move(list: List<Lead>, lead: Lead, stageId: number): Promise<void> {
  const send = async ({ updated_at }: Lead) =>
    list.put(
      await api.put<Lead>(`/leads/${lead.id}/stage`, { current_stage_id: stageId, updated_at }),
    );
  try {
    await send(lead);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) list.remove(lead.id);
    const now = error.data;
    if (!isLead(now)) throw error;
    list.put(now);
    if (now.current_stage_id === stageId) return;
    const verdict = canEdit(now);
    if (!verdict.ok) throw new ApiError(error.status, verdict.sentence);
    if (now.current_stage_id !== lead.current_stage_id) throw movedElsewhere(error, now);
    // Only something else about it has changed.
    await send(now);
  }
}

function movedElsewhere({ status, message }: ApiError, lead: Lead): ApiError {
  return new ApiError(
    status,
    lead.stage_name ? `${message}. It is in ${lead.stage_name} now.` : message,
  );
}

/**
 * Moves a lead, by the list's selector or on a board; says how it went, and rejects when the server does not
 * (docs/product/leads.md#moving-a-lead).
 */
export async function moveLead(leads: Leads, lead: Lead, stageId: number): Promise<void> {
  try {
    await leads.move(lead, stageId);
    toast('success', 'Lead stage updated successfully');
  } catch (error) {
    const words = {
      refused: failedMove,
      broken: 'Error updating lead stage. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}

/** What the sentence of a refused move begins with (docs/product/leads.md#moving-a-lead). */
export const failedMove = 'Failed to update lead stage';

/** Whether a refusal carries the lead as it is now. */
export function isLead(data: unknown): data is Lead {
  return typeof data === 'object' && data !== null && 'company_name' in data;
}
