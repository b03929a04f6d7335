import { useState } from 'react';
import {
  LocationsPage,
  type VendorInput,
} from '~/modules/catalogue/products/locations/screens/LocationsPage';
import { VendorPicker } from '~/modules/buying/vendors/screens/VendorPicker';

export default function LocationsScreen() {
  return <LocationsPage vendorInput={JobWorker} />;
}

const JobWorker: VendorInput = ({ value, onChange, chosenName, ...props }) => {
  const [name, setName] = useState(chosenName);
  return (
    <VendorPicker
      id={props.id}
      value={value === '' ? null : Number(value)}
      chosenName={value === '' ? undefined : name}
      placeholder={props.disabled ? 'Of job workers only' : 'Search by company or contact'}
      disabled={props.disabled}
      error={props.error}
      onChange={(vendor) => {
        setName(vendor.company_name);
        onChange(String(vendor.id));
      }}
      onClear={() => onChange('')}
      onBlur={props.onBlur}
    />
  );
};
