import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';

type Patch = CustomerPatch & { updated_at?: string };

export function useCustomers() {
  const list = useList<Customer>({ entity: 'customers', path: '/customers' });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Customers = ReturnType<typeof useCustomers>;

function actions(list: List<Customer>) {
  const kept = (customer: Customer): Customer => {
    list.put(customer);
    return customer;
  };
  return {
    create: async (values: NewCustomer, idempotencyKey: string) =>
      kept(await api.post<Customer>('/customers', values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      kept(await api.put<Customer>(`/customers/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/customers/${id}`);
      list.remove(id);
    },
  };
}
