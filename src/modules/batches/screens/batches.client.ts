import { api } from '~/kit/ui/data/api';
import { type Computed, useComputed } from '~/kit/ui/data/computed';
import type { Batch, UndoAnswer } from '../batches.fields';

export function useBatches(): Computed<Batch[]> {
  return useComputed<Batch[]>('/batches', { dependsOn: 'everything', day: '' });
}

export async function undoBatch(id: number): Promise<UndoAnswer> {
  return api.post<UndoAnswer>(`/batches/${id}/undo`);
}
