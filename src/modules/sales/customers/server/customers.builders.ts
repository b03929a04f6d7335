import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { Customer, NewCustomer } from '../customers.fields';

export function customerBody(values: NewCustomer = {}): NewCustomer {
  return { company_name: 'Godavari Forgings', contact_person: 'Asha Verma', ...values };
}

export function makeCustomer(caller: Caller, values: NewCustomer = {}): Promise<Customer> {
  return makeRecord<Customer>(caller, '/customers', customerBody(values));
}
