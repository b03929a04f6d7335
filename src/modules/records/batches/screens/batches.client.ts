import { type Computed, useComputed } from '~/kit/ui/data/computed';
import type { Batch } from '../batches.fields';

export function useBatches(): Computed<Batch[]> {
  return useComputed<Batch[]>('/batches', { dependsOn: 'everything', day: '' });
}
