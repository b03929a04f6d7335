import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/data/api';
import { queryClient } from '~/kit/ui/data/query-client';
import type { NewSavedReport, NewSchedule, SavedReport } from '../saved-reports.fields';

const path = '/saved-reports';
const queryKey = ['saved-reports'];

/** The reports on the dashboard of the signed-in person. */
export function useSavedReports(): readonly SavedReport[] {
  // Other windows save too.
  return (
    useQuery({ queryKey, queryFn: () => api.get<SavedReport[]>(path), staleTime: 0 }).data ?? []
  );
}

export async function saveToDashboard(
  saved: NewSavedReport,
  idempotencyKey: string,
): Promise<void> {
  await api.post(path, saved, { idempotencyKey });
  await queryClient.invalidateQueries({ queryKey });
}

export async function removeFromDashboard(id: number): Promise<void> {
  await api.delete(`${path}/${id}`);
  await queryClient.invalidateQueries({ queryKey });
}

export async function setSchedule(id: number, schedule: NewSchedule): Promise<void> {
  await api.put(`${path}/${id}/schedule`, schedule);
  await queryClient.invalidateQueries({ queryKey });
}

export async function stopSchedule(id: number): Promise<void> {
  await api.delete(`${path}/${id}/schedule`);
  await queryClient.invalidateQueries({ queryKey });
}
