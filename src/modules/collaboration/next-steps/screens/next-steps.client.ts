import { useMemo } from 'react';
import { useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { Records } from '~/kit/ui/records/useRecords';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { NextStep, NextStepPatch, StepChange } from '../next-steps.fields';
import { callPath, type RecordKind } from '~/modules/organization/kinds/kinds.rules';

export type NextSteps = Records<NextStep, NextStepPatch, StepChange>;

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
    const rowOf = (step: NextStep) => step;
    const { create } = recordCalls(list, rowOf);
    return { ...list, ...recordCalls({ ...list, path: '/next-steps' }, rowOf), create };
  }, [list]);
}

function byDay(a: NextStep, b: NextStep): number {
  if (a.done_at !== null && b.done_at !== null) return a.done_at < b.done_at ? 1 : -1;
  if (a.done_at !== b.done_at) return a.done_at === null ? -1 : 1;
  return a.due_date === b.due_date ? a.id - b.id : a.due_date < b.due_date ? -1 : 1;
}
