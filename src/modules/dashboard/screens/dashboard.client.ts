import { type Answer, useAnswer } from '~/kit/ui/answers';
import type { Activity } from '~/modules/activity/activity.fields';
import { useCompany } from '~/modules/settings/screens/settings.client';
import type { Period, StageCount, Stats, TopCustomer } from '../dashboard.fields';

/** The figures of the stat cards. */
export function useStats(period: Period): Answer<Stats> {
  const dependsOn = ['leads', 'customers', 'invoices', 'payments', 'products', 'settings'];
  return useFigures('stats', period, dependsOn);
}

/** The active stages with their leads. */
export function usePipelineCounts(period: Period): Answer<StageCount[]> {
  return useFigures('pipeline', period, ['leads', 'pipeline_stages', 'settings']);
}

/** What the three activity cards show; whatever is written is an activity. */
export function useActivities(period: Period): Answer<Activity[]> {
  return useFigures('activities', period, 'everything');
}

export function useTopCustomers(period: Period): Answer<TopCustomer[]> {
  return useFigures('top-customers', period, ['customers', 'invoices', 'payments', 'settings']);
}

function useFigures<T>(
  name: string,
  period: Period,
  dependsOn: readonly string[] | 'everything',
): Answer<T> {
  const { today } = useCompany();
  return useAnswer<T>(`/dashboard/${name}?period=${period}`, { dependsOn, day: today });
}
