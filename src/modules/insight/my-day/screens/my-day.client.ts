import { api } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { NextStep } from '~/modules/collaboration/next-steps/next-steps.fields';
import type { MyDay } from '../my-day.fields';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';

const dependsOn = ['next_steps', ...recordKinds, 'settings'];

/** What waits for the signed-in person; loaded again as it changes, and at midnight. */
export function useMyDay(): Computed<MyDay> {
  const { today } = useCompany();
  return useComputed<MyDay>('/my-day', { dependsOn, day: today });
}

export async function tickStep(id: number, done: boolean): Promise<void> {
  await api.put<NextStep>(`/next-steps/${id}`, { done });
}
