import { searchFilter } from '~/kit/shared/filters/filters';
import { type PickerProps, RecordPicker } from '~/kit/ui/form/RecordPicker';
import { locationOf } from '~/modules/sales/customers/customers.rules';
import type { Vendor } from '../vendors.fields';
import { useVendors } from './vendors.client';

const search = searchFilter(['company_name', 'contact_person', 'vendor_code']);
const activeAnd = (typed: string) => ({ search: typed, status: 'active' });
const isActive = (vendor: Vendor) => vendor.is_active;
const nameOf = (vendor: Vendor) => vendor.company_name;
const noteOf = (vendor: Vendor) =>
  [vendor.contact_person, locationOf(vendor)].filter(Boolean).join(' · ');

/** Chooses an active vendor by company or contact. */
export function VendorPicker({
  label = 'Vendor',
  placeholder = 'Search by company or contact',
  ...props
}: PickerProps<Vendor> & { placeholder?: string }) {
  const vendors = useVendors();
  return (
    <RecordPicker
      {...props}
      label={label}
      list={vendors}
      isOffered={isActive}
      longFilters={activeAnd}
      search={search}
      nameOf={nameOf}
      noteOf={noteOf}
      placeholder={placeholder}
    />
  );
}
