import { api } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import type { RetainedData, RetentionPatch } from '../retention.fields';
import type { Backups, VerifyRun } from '../runs.fields';

const runs = { dependsOn: ['maintenance_runs'], day: '' };

export function useBackups(): Computed<Backups> {
  return useComputed<Backups>('/admin/backups', runs);
}

export function useChecks(): Computed<VerifyRun[]> {
  return useComputed<VerifyRun[]>('/admin/verify', runs);
}

export function useRetention(): Computed<RetainedData[]> {
  return useComputed<RetainedData[]>('/admin/retention', {
    dependsOn: ['retention_days'],
    day: '',
  });
}

export async function changeRetention(patch: RetentionPatch): Promise<void> {
  await api.put('/admin/retention', patch);
}

export async function backUpNow(): Promise<void> {
  await api.post('/admin/backups');
}

export async function verifyNow(): Promise<void> {
  await api.post('/admin/verify');
}
