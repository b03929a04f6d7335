import { type ComponentProps, memo } from 'react';
import { SupplyFields } from '~/modules/sales/documents/screens/SupplyFields';
import type { Address, AddressPatch } from '../addresses.fields';
import { useCustomerParts } from './customer-parts.client';

interface Props extends Omit<ComponentProps<typeof SupplyFields>, 'addresses'> {
  customerId: number;
}

/** The tax of a document for this customer, with their addresses to choose from. */
export const DocumentSupply = memo(function DocumentSupply({ customerId, ...props }: Props) {
  const { rows } = useCustomerParts<Address, AddressPatch>(customerId, 'addresses');
  const addresses = rows.map((address) => ({
    value: String(address.id),
    label: [address.label, address.city, address.gstin].filter(Boolean).join(', ') || 'Address',
  }));
  return <SupplyFields {...props} addresses={addresses} />;
});
