import { useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Day } from '~/kit/shared/time/days';
import type { Delivery } from '../deliveries.fields';

export type Deliveries = List<Delivery>;

export function useDeliveries(): Deliveries {
  return useList<Delivery>({ entity: 'deliveries', path: '/deliveries' });
}

/** The open order lines whose goods are in stock; null while it is not known. */
export function useToDispatch(today: Day): number | null {
  const { data } = useComputed<{ lines: number }>('/deliveries/to-dispatch', {
    dependsOn: ['orders', 'products'],
    day: today,
  });
  return data?.lines ?? null;
}
