import { searchFilter } from '~/kit/shared/filters/filters';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Lead } from '../leads.fields';
import { isOpen } from '../leads.rules';
import { useLeads } from './leads.client';

const search = searchFilter(['company_name', 'contact_person']);
const nameOf = (lead: Lead) => lead.company_name;
const noteOf = (lead: Lead) => [lead.contact_person, lead.city].filter(Boolean).join(' · ');

/** Chooses an open lead by company or contact. */
export function LeadPicker({ label = 'Lead', ...props }: PickerProps<Lead>) {
  return (
    <RecordPicker
      {...props}
      label={label}
      list={useLeads()}
      isOffered={isOpen}
      search={search}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder="Search by company or contact"
    />
  );
}
