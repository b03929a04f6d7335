import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { api } from '~/kit/ui/calls/api';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { FirstSteps } from '../first-steps.rules';
import type { Period, StageCount, Stats, TopCustomer } from '../dashboard.fields';

/** As long as the server itself gives a call. */
const longestWorkMs = 60_000;

export function useStats(period: Period): Computed<Stats> {
  const dependsOn = [
    'leads',
    'customers',
    'quotations',
    'invoices',
    'payments',
    'products',
    'settings',
  ];
  return useFigures('stats', period, dependsOn);
}

export function usePipelineCounts(period: Period): Computed<StageCount[]> {
  return useFigures('pipeline', period, ['leads', 'pipeline_stages', 'settings']);
}

/** The entries of the three activity cards; reloaded on every change, because each change is logged as activity. */
export function useActivities(period: Period): Computed<Activity[]> {
  return useFigures('activities', period, 'everything');
}

export function useTopCustomers(period: Period): Computed<TopCustomer[]> {
  return useFigures('top-customers', period, ['customers', 'invoices', 'payments', 'settings']);
}

export function useIsEmpty(): boolean {
  const dependsOn = ['leads', 'customers', 'products', 'services', 'orders', 'invoices'];
  return useComputed<{ empty: boolean }>('/demo', { dependsOn, day: '' }).data?.empty ?? false;
}

export function useFirstSteps(): FirstSteps | null {
  return useComputed<FirstSteps>('/first-steps', { dependsOn: 'everything', day: '' }).data;
}

/** Of a company with one rate, or of one by GST, which this one becomes. */
export async function addSampleData({ byGst }: { byGst: boolean }): Promise<void> {
  await api.post(byGst ? '/demo?tax_mode=gst' : '/demo', undefined, { patienceMs: longestWorkMs });
}

/** Removes the samples; gives those that stay, since real records use them. */
export function removeSampleData(): Promise<{ left: readonly { label: string }[] }> {
  return api.delete('/demo', undefined, { patienceMs: longestWorkMs });
}

function useFigures<T>(
  name: string,
  period: Period,
  dependsOn: readonly string[] | 'everything',
): Computed<T> {
  const { today } = useCompany();
  return useComputed<T>(`/dashboard/${name}?period=${period}`, { dependsOn, day: today });
}
