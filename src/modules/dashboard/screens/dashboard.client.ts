import { type Computed, useComputed } from '~/kit/ui/data/computed';
import { api } from '~/kit/ui/data/api';
import type { Activity } from '~/modules/activity/activity.fields';
import { useCompany } from '~/modules/company/screens/settings.client';
import type { Period, StageCount, Stats, TopCustomer } from '../dashboard.fields';

/** The figures of the stat cards. */
export function useStats(period: Period): Computed<Stats> {
  const dependsOn = ['leads', 'customers', 'invoices', 'payments', 'products', 'settings'];
  return useFigures('stats', period, dependsOn);
}

/** The active stages with their leads. */
export function usePipelineCounts(period: Period): Computed<StageCount[]> {
  return useFigures('pipeline', period, ['leads', 'pipeline_stages', 'settings']);
}

/** What the three activity cards show; whatever is written is an activity. */
export function useActivities(period: Period): Computed<Activity[]> {
  return useFigures('activities', period, 'everything');
}

export function useTopCustomers(period: Period): Computed<TopCustomer[]> {
  return useFigures('top-customers', period, ['customers', 'invoices', 'payments', 'settings']);
}

/** Whether there is no record at all; false until that is known. */
export function useIsEmpty(): boolean {
  const dependsOn = ['leads', 'customers', 'products', 'services', 'orders', 'invoices'];
  return useComputed<{ empty: boolean }>('/demo', { dependsOn, day: '' }).data?.empty ?? false;
}

/** Adds the sample data; whatever is open then follows by itself. */
export async function addSampleData(): Promise<void> {
  await api.post('/demo');
}

function useFigures<T>(
  name: string,
  period: Period,
  dependsOn: readonly string[] | 'everything',
): Computed<T> {
  const { today } = useCompany();
  return useComputed<T>(`/dashboard/${name}?period=${period}`, { dependsOn, day: today });
}
