import type { Customer } from '../customers.fields';
import { useCustomers } from './customers.client';
import { PartyPicker, type PartyPickerProps } from './PartyPicker';

/** Chooses an active customer. */
export function CustomerPicker(props: PartyPickerProps<Customer>) {
  return <PartyPicker label="Customer" {...props} list={useCustomers()} />;
}
