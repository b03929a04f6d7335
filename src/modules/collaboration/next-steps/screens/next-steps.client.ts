import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import { orTryAgain } from '~/kit/ui/data/reportFailure';
import type { NextStep, NextStepPatch, StepChange } from '../next-steps.fields';
import { callPath, type RecordKind } from '~/modules/organization/kinds/kinds.rules';

export interface NextSteps extends List<NextStep> {
  create: (values: NextStepPatch) => Promise<NextStep>;
  update: (id: number, change: StepChange) => Promise<NextStep>;
  delete: (id: number) => Promise<void>;
}

/** What is said where a step could not be ticked. */
export const tickTexts = orTryAgain('Failed to update next step');

/** The next steps of a record: open ones by their day, then those that are done. */
export function useNextSteps(kind: RecordKind, id: number): NextSteps {
  const list = useList<NextStep>({
    entity: 'next_steps',
    path: `${callPath(kind)}/${id}/next-steps`,
    unscoped: true,
    order: byDay,
  });
  return useMemo(() => {
    const stored = async (work: Promise<NextStep>): Promise<NextStep> => {
      const step = await work;
      list.put(step);
      return step;
    };
    return {
      ...list,
      create: (values) => stored(api.post<NextStep>(list.path, values)),
      update: (step, change) => stored(api.put<NextStep>(`/next-steps/${step}`, change)),
      delete: async (step) => {
        await api.delete(`/next-steps/${step}`);
        list.remove(step);
      },
    };
  }, [list]);
}

function byDay(a: NextStep, b: NextStep): number {
  if (a.done_at !== null && b.done_at !== null) return a.done_at < b.done_at ? 1 : -1;
  if (a.done_at !== b.done_at) return a.done_at === null ? -1 : 1;
  return a.due_date === b.due_date ? a.id - b.id : a.due_date < b.due_date ? -1 : 1;
}
