import { useMemo } from 'react';
import type { Customer } from '~/modules/customers/customers.fields';
import { api, ApiError, failureText } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import { changeOf } from '~/kit/ui/data/saveCell';
import { saveOrWait } from '~/kit/ui/data/waiting';
import type { EditWords } from '~/kit/ui/data/waiting-change';
import { toast } from '~/kit/ui/elements/toasts';
import type { Lead, LeadPatch } from '../leads.fields';
import { canEdit } from '../leads.rules';

type Patch = LeadPatch & { updated_at?: string };

export function useLeads() {
  const list = useList<Lead>({
    entity: 'leads',
    path: '/leads',
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
    create: async (values: LeadPatch, idempotencyKey: string) =>
      kept(await api.post<Lead>('/leads', values, { idempotencyKey })),
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

/** Moves the version that the person saw. If someone else has moved the lead, it is shown at its new place instead. */
async function move(list: List<Lead>, lead: Lead, stageId: number): Promise<void> {
  const send = async ({ updated_at }: Lead) =>
    list.put(
      await api.put<Lead>(`/leads/${lead.id}/stage`, { current_stage_id: stageId, updated_at }),
    );
  try {
    await send(lead);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'record.not_found') list.remove(lead.id);
    const now = error.data;
    if (!isLead(now)) throw error;
    list.put(now);
    if (now.current_stage_id === stageId) return;
    const verdict = canEdit(now);
    if (!verdict.ok) throw new ApiError(error.status, verdict.sentence);
    if (now.current_stage_id !== lead.current_stage_id) throw movedElsewhere(error, now);
    // The stage is unchanged, only other fields differ: try again with the new version.
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
 * Moves a lead, from the list's selector or the board; reports the outcome in a toast and rejects when refused
 * (docs/product/leads.md#moving-a-lead).
 */
export async function moveLead(
  leads: Leads,
  lead: Lead,
  stageId: number,
  edit: EditWords,
): Promise<'saved' | 'waits'> {
  const store = { path: leads.path, call: `/leads/${lead.id}/stage` };
  const patch = { current_stage_id: stageId };
  const change = changeOf(store, lead, patch, { name: lead.company_name, edit });
  try {
    const outcome = await saveOrWait(change, () => leads.move(lead, stageId));
    if (outcome === 'saved') toast('success', 'Lead stage updated successfully');
    return outcome;
  } catch (error) {
    const words = {
      refused: failedMove,
      broken: 'Error updating lead stage. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}

/** Prefix of the message about a refused move (docs/product/leads.md#moving-a-lead). */
export const failedMove = 'Failed to update lead stage';

/** True when a refusal carries the current version of the lead. */
export function isLead(data: unknown): data is Lead {
  return typeof data === 'object' && data !== null && 'company_name' in data;
}
