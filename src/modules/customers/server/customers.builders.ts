import type { NewCustomer } from '../customers.fields';

/** A customer as a person would type it; say what the test is about. */
export function customerBody(values: NewCustomer = {}): NewCustomer {
  return { company_name: 'Godavari Forgings', contact_person: 'Asha Verma', ...values };
}
