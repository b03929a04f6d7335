import { useCallback } from 'react';
import type { Computed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import { useRecordsIn } from '~/kit/ui/data/useRecords';
import { useFigures } from '~/kit/ui/data/useWhole';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';
import { type CustomerFigures, figuresOf } from '../customers.rules';

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
  return useRecordsIn<Customer, NewCustomer, CustomerPatch>(list);
}
