import { useMemo } from 'react';
import type { Customer } from '~/modules/customers/customers.fields';
import { api } from '~/kit/ui/api';
import { type List, useList } from '~/kit/ui/records';
import type { Lead, LeadPatch } from '../leads.fields';
import type { Stage } from '../stages.fields';

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
    move: async (id: number, stageId: number) =>
      kept(await api.put<Lead>(`/leads/${id}/stage`, { current_stage_id: stageId })),
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

/** The stages in their order; `active` are the columns of a board. */
export function useStages(): List<Stage> & { active: readonly Stage[] } {
  const list = useList<Stage>({ entity: 'pipeline_stages', path: '/pipeline/stages' });
  return useMemo(() => ({ ...list, active: list.rows.filter((stage) => stage.is_active) }), [list]);
}
