import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useList } from '~/kit/ui/records/list-store';
import { queryClient } from '~/kit/ui/calls/query-client';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { Arrival, ArrivalCounts, LeadSource } from '../lead-sources.fields';

const path = '/lead-sources';
const at = (id: number) => `${path}/${id}`;
const pullPatienceMs = 60_000;

export function useLeadSources() {
  const list = useList<LeadSource>({
    entity: 'lead_sources',
    path,
    unscoped: true,
    order: (a, b) => a.id - b.id,
  });
  return useMemo(() => {
    const calls = recordCalls(list, (source: LeadSource) => source);
    return {
      ...list,
      ...calls,
      renewToken: async (id: number) => calls.stored(await api.post<LeadSource>(`${at(id)}/token`)),
    };
  }, [list]);
}

export type LeadSources = ReturnType<typeof useLeadSources>;

export function pullNow(id: number): Promise<ArrivalCounts> {
  return api.post<ArrivalCounts>(`${at(id)}/pull`, undefined, { patienceMs: pullPatienceMs });
}

export interface TriedLead {
  values: Record<string, unknown>;
  record: Arrival['record'];
}

export function trySample(id: number, sample: unknown): Promise<TriedLead[]> {
  return api.post<TriedLead[]>(`${at(id)}/try`, { sample });
}

export const arrivalsPath = (id: number) => `${at(id)}/arrivals`;

export async function acceptArrival(id: number, arrival: number): Promise<void> {
  await api.post<Arrival>(`${arrivalsPath(id)}/${arrival}/accept`);
  await queryClient.invalidateQueries({ queryKey: [arrivalsPath(id)] });
}

/** The public address of a source; null of one that is pulled. */
export function addressOf({ type, token }: LeadSource): string | null {
  if (type === 'pull') return null;
  return `${location.origin}${type === 'page' ? '/f/' : '/api/public/hooks/'}${token}`;
}
