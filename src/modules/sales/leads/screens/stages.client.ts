import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { Stage, StagePatch } from '../stages.fields';

export interface Stages extends List<Stage> {
  active: readonly Stage[];
  create: (values: StagePatch) => Promise<Stage>;
  change: (id: number, patch: StagePatch & { updated_at?: string }) => Promise<Stage>;
}

export function useStages(): Stages {
  const list = useList<Stage>({
    entity: 'pipeline_stages',
    path: '/pipeline/stages',
    unscoped: true,
    order: (a, b) => a.stage_order - b.stage_order || a.id - b.id,
  });
  return useMemo(
    () => ({
      ...list,
      active: list.rows.filter((stage) => stage.is_active),
      create: async (values) => {
        const stage = await api.post<Stage>('/pipeline/stages', values);
        list.retry();
        return stage;
      },
      change: async (id, patch) => {
        try {
          return await api.put<Stage>(`/pipeline/stages/${id}`, patch);
        } finally {
          // The refusal may be due to an outdated list.
          list.retry();
        }
      },
    }),
    [list],
  );
}
