import type { Computed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import { useRecordsIn } from '~/kit/ui/data/useRecords';
import { useListFigures } from '~/modules/organization/company/screens/useListFigures';
import type { Customer, CustomerPatch, NewCustomer } from '../customers.fields';
import { type CustomerFigures, customerFigures } from '../customers.filters';

export function useCustomers() {
  return useCustomersIn(
    useList<Customer>({ entity: 'customers', path: '/customers', longDependsOn: ['orders'] }),
  );
}

export type Customers = ReturnType<typeof useCustomersIn>;

/** The figures of all customers. */
export function useCustomerFigures(customers: Customers): Computed<CustomerFigures> {
  return useListFigures(customers, '/customers/figures', customerFigures);
}

/** What is done with the customers of a list, or with the one of a page. */
export function useCustomersIn(list: List<Customer>) {
  return useRecordsIn<Customer, NewCustomer, CustomerPatch>(list);
}
