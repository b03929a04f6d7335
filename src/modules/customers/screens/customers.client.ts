import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';

type Patch = CustomerPatch & { updated_at?: string };

export function useCustomers() {
  return useCustomersIn(useList<Customer>({ entity: 'customers', path: '/customers' }));
}

export type Customers = ReturnType<typeof useCustomersIn>;

/** What is done with the customers of a list, or with the one of a page. */
export function useCustomersIn(list: List<Customer>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

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
