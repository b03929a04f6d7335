import type { LeadPatch } from '../leads.fields';

export function leadBody(values: LeadPatch = {}): LeadPatch {
  return { company_name: 'Sahyadri Castings', contact_person: 'Meera Kulkarni', ...values };
}
