import type { ReactNode } from 'react';
import { searchFilter } from '~/kit/shared/filters/filters';
import { FormField } from '~/kit/ui/form/FormParts';
import { PartyPicker, type PartyPickerProps } from '~/modules/sales/customers/screens/PartyPicker';
import type { Vendor } from '../vendors.fields';
import { useVendors } from './vendors.client';

const search = searchFilter(['company_name', 'contact_person', 'vendor_code']);

/** Chooses an active vendor. */
export function VendorPicker(props: PartyPickerProps<Vendor>) {
  return <PartyPicker label="Vendor" {...props} list={useVendors()} search={search} />;
}

interface VendorForm {
  typed: { vendor_id: number | null; vendor_name: string };
  change: (vendor: { vendor_id: number; vendor_name: string }) => void;
  errorOf: (name: 'vendor_id') => ReactNode;
  leave: (name: 'vendor_id') => void;
}

/** The vendor of a document, in its form. */
export function VendorField({ form, locked }: { form: VendorForm; locked: boolean }) {
  const { typed, change, errorOf, leave } = form;
  return (
    <FormField required>
      <VendorPicker
        value={typed.vendor_id}
        chosenName={typed.vendor_name}
        onChange={({ id, company_name }) => change({ vendor_id: id, vendor_name: company_name })}
        required
        locked={locked}
        isFirst={!locked}
        error={errorOf('vendor_id')}
        onBlur={() => leave('vendor_id')}
      />
    </FormField>
  );
}
