import { type List, useList } from '~/kit/ui/data/list-store';
import type { Delivery } from '../deliveries.fields';

export type Deliveries = List<Delivery>;

export function useDeliveries(): Deliveries {
  return useList<Delivery>({ entity: 'deliveries', path: '/deliveries' });
}
