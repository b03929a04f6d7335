import type { NewCustomer } from '../customers.fields';

export function customerBody(values: NewCustomer = {}): NewCustomer {
  return { company_name: 'Godavari Forgings', contact_person: 'Asha Verma', ...values };
}
