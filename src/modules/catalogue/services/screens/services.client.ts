import { useRecords } from '~/kit/ui/records/useRecords';
import type { Service, ServicePatch } from '../services.fields';

export function useServices() {
  return useRecords<Service, ServicePatch>({ entity: 'services', path: '/services' });
}

export type Services = ReturnType<typeof useServices>;
