import { searchFilter } from '~/kit/shared/filters/filters';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Customer } from '../customers.fields';
import { locationOf } from '../customers.rules';
import { useCustomers } from './customers.client';

const search = searchFilter(['company_name', 'contact_person']);
const activeAnd = (typed: string) => ({ search: typed, status: 'active' });
const isActive = (customer: Customer) => customer.is_active;
const nameOf = (customer: Customer) => customer.company_name;
const noteOf = (customer: Customer) =>
  [customer.contact_person, locationOf(customer)].filter(Boolean).join(' · ');

/** Chooses an active customer by company or contact (docs/product/customers.md#inactive-customers). */
export function CustomerPicker({
  label = 'Customer',
  placeholder = 'Search by company or contact',
  ...props
}: PickerProps<Customer> & { placeholder?: string }) {
  const customers = useCustomers();
  return (
    <RecordPicker
      {...props}
      label={label}
      list={customers}
      isOffered={isActive}
      longFilters={activeAnd}
      search={search}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder={placeholder}
    />
  );
}
