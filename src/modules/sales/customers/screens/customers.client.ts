import { useCallback, useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import type { Computed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import { useFigures } from '~/kit/ui/data/useWhole';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';
import { type CustomerFigures, figuresOf } from '../customers.rules';

type Patch = CustomerPatch & { updated_at?: string };

export function useCustomers() {
  return useCustomersIn(
    useList<Customer>({ entity: 'customers', path: '/customers', longDependsOn: ['orders'] }),
  );
}

export type Customers = ReturnType<typeof useCustomersIn>;

/** The figures of all customers. */
export function useCustomerFigures(customers: Customers): Computed<CustomerFigures> {
  const { today, timeZone } = useCompany();
  const of = useCallback(
    (rows: readonly Customer[]) => figuresOf(rows, { today, timeZone }),
    [today, timeZone],
  );
  return useFigures(customers, '/customers/figures', of);
}

/** What is done with the customers of a list, or with the one of a page. */
export function useCustomersIn(list: List<Customer>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Customer>) {
  const stored = (customer: Customer): Customer => {
    list.put(customer);
    return customer;
  };
  return {
    create: async (values: NewCustomer, idempotencyKey: string) =>
      stored(await api.post<Customer>('/customers', values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      stored(await api.put<Customer>(`/customers/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/customers/${id}`);
      list.remove(id);
    },
  };
}
