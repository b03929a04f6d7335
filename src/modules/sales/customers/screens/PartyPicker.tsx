import { type Filter, searchFilter } from '~/kit/shared/filters/filters';
import type { List } from '~/kit/ui/records/list-store';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Customer } from '../customers.fields';
import { locationOf } from '../customers.rules';

type Party = Pick<Customer, 'id' | 'company_name' | 'city' | 'state' | 'country' | 'is_active'> & {
  contact_person: string | null;
};

export type PartyPickerProps<Row> = PickerProps<Row> & { placeholder?: string };

interface Props<Row extends Party> {
  label: string;
  list: Pick<List<Row>, 'rows' | 'state' | 'long'>;
  /** Searches more than company and contact; a constant. */
  search?: Filter<Row, unknown>;
}

const byName = searchFilter(['company_name', 'contact_person']);
const activeAnd = (typed: string) => ({ search: typed, status: 'active' });
const isActive = (party: Party) => party.is_active;
const nameOf = (party: Party) => party.company_name;
const noteOf = (party: Party) =>
  [party.contact_person, locationOf(party)].filter(Boolean).join(' · ');

/** Chooses an active customer or vendor by company or contact (docs/product/customers.md#inactive-customers). */
export function PartyPicker<Row extends Party>({
  search = byName,
  placeholder = 'Search by company or contact',
  ...props
}: PartyPickerProps<Row> & Props<Row>) {
  return (
    <RecordPicker
      {...props}
      isOffered={isActive}
      longFilters={activeAnd}
      search={search}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder={placeholder}
    />
  );
}
