import { type List, useList } from '~/kit/ui/records/list-store';
import { useRecordsIn } from '~/kit/ui/records/useRecords';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';

export function useCustomers() {
  return useCustomersIn(
    useList<Customer>({ entity: 'customers', path: '/customers', longDependsOn: ['orders'] }),
  );
}

export type Customers = ReturnType<typeof useCustomersIn>;

/** What is done with the customers of a list, or with the one of a page. */
export function useCustomersIn(list: List<Customer>) {
  return useRecordsIn<Customer, NewCustomer, CustomerPatch>(list);
}
