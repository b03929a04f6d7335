import type { LeadPatch } from '../leads.fields';

/** A lead as a person would type it; say what the test is about. */
export function leadBody(values: LeadPatch = {}): LeadPatch {
  return { company_name: 'Sahyadri Castings', contact_person: 'Meera Kulkarni', ...values };
}
