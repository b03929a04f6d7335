import { searchFilter } from '~/kit/shared/filters/filters';
import { PartyPicker, type PartyPickerProps } from '~/modules/sales/customers/screens/PartyPicker';
import type { Vendor } from '../vendors.fields';
import { useVendors } from './vendors.client';

const search = searchFilter(['company_name', 'contact_person', 'vendor_code']);

/** Chooses an active vendor. */
export function VendorPicker(props: PartyPickerProps<Vendor>) {
  return <PartyPicker label="Vendor" {...props} list={useVendors()} search={search} />;
}
