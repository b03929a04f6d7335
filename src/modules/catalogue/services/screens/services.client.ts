import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Service, ServicePatch } from '../services.fields';

type Patch = ServicePatch & { updated_at?: string };

export function useServices() {
  const list = useList<Service>({ entity: 'services', path: '/services' });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Services = ReturnType<typeof useServices>;

function actions(list: List<Service>) {
  const stored = (service: Service): Service => {
    list.put(service);
    return service;
  };
  return {
    create: async (values: ServicePatch, idempotencyKey: string) =>
      stored(await api.post<Service>('/services', values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      stored(await api.put<Service>(`/services/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/services/${id}`);
      list.remove(id);
    },
  };
}
