import { api } from '~/kit/ui/calls/api';
import { queryClient } from '~/kit/ui/calls/query-client';
import { attempt, orNetworkError } from '~/kit/ui/calls/reportFailure';
import { useFresh } from '~/kit/ui/records/useFresh';
import { toast } from '~/kit/ui/messages/toasts';
import type { NewSavedReport, NewSchedule, SavedReport } from '../saved-reports.fields';

const path = '/saved-reports';
const queryKey = [path];
const none: readonly SavedReport[] = [];

/** The reports on the dashboard of the signed-in person, and the statements that they scheduled. */
export function useSavedReports() {
  // Other windows save too.
  const { data: rows = none, state, reload } = useFresh<SavedReport[]>(path);
  return { rows, failed: state === 'failed', retry: () => void reload() };
}

export async function saveToDashboard(
  saved: NewSavedReport,
  idempotencyKey: string,
): Promise<void> {
  await api.post(path, saved, { idempotencyKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Removes a saved report from the dashboard; a statement is saved for its schedule alone, which it stops. */
export async function removeSavedReport(id: number): Promise<void> {
  await api.delete(`${path}/${id}`);
  await queryClient.invalidateQueries({ queryKey });
}

export async function setSchedule(id: number, schedule: NewSchedule): Promise<void> {
  await api.put(`${path}/${id}/schedule`, schedule);
  await queryClient.invalidateQueries({ queryKey });
}

/** Whose statement is scheduled. */
export interface StatementParty {
  kind: 'customers' | 'vendors';
  id: number;
}

/** Schedules the statement of a customer or vendor, in place of an earlier schedule. */
export async function scheduleStatement(
  { kind, id }: StatementParty,
  schedule: NewSchedule,
): Promise<void> {
  await api.put(`/${kind}/${id}/statement/schedule`, schedule);
  await queryClient.invalidateQueries({ queryKey });
}

/** Stops a schedule, and reports the outcome. */
export async function reportStop(stop: () => Promise<void>): Promise<void> {
  await attempt(orNetworkError('Failed to stop schedule'), async () => {
    await stop();
    toast('success', 'Schedule stopped successfully');
  });
}

export async function stopSchedule(id: number): Promise<void> {
  await api.delete(`${path}/${id}/schedule`);
  await queryClient.invalidateQueries({ queryKey });
}
