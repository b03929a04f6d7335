import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { Lead, LeadPatch } from '../leads.fields';

export function leadBody(values: LeadPatch = {}): LeadPatch {
  return { company_name: 'Sahyadri Castings', contact_person: 'Meera Kulkarni', ...values };
}

export function makeLead(caller: Caller, values: LeadPatch = {}): Promise<Lead> {
  return makeRecord<Lead>(caller, '/leads', leadBody(values));
}
