import { type ComponentProps, memo } from 'react';
import { useSameValues } from '~/kit/ui/hooks/useSameValues';
import { GstTotals, type NamedLine } from '~/modules/sales/documents/taxes/screens/GstTotals';
import { SupplyFields } from '~/modules/sales/documents/taxes/screens/SupplyFields';
import type { ShownTaxPreview } from '~/modules/sales/documents/taxes/screens/useTaxPreview';
import { type TypedSupply, typedSupply } from '~/modules/sales/documents/taxes/typed-supply.rules';
import type { TaxPreview } from '~/modules/sales/documents/taxes/tax-preview.fields';
import type { Address, AddressPatch } from '../addresses.fields';
import { useCustomerParts } from './customer-parts.client';

interface Props {
  form: {
    typed: TypedSupply & { customer_id: number | null };
    change: (supply: Partial<TypedSupply>) => void;
    tax: ShownTaxPreview;
    lines: readonly NamedLine[];
  };
  /** For a lead, whose state is chosen here. */
  isForLead?: boolean;
  locked?: boolean;
}

interface SupplyProps extends Omit<ComponentProps<typeof SupplyFields>, 'addresses'> {
  customerId: number;
}

/** The tax of a document for this customer, with their addresses to choose from. */
const DocumentSupply = memo(function DocumentSupply({ customerId, ...props }: SupplyProps) {
  const { rows } = useCustomerParts<Address, AddressPatch>(customerId, 'addresses');
  const addresses = rows.map((address) => ({
    value: String(address.id),
    label: [address.label, address.city, address.gstin].filter(Boolean).join(', ') || 'Address',
  }));
  return <SupplyFields {...props} addresses={addresses} />;
});

/** The part of a document's form that is about GST: who and where, and the sums. */
export function DocumentTax({ form, isForLead = false, locked = false }: Props) {
  const { customer_id } = form.typed;
  // The same while lines are typed: its selects with all states are not drawn again.
  const typed = useSameValues(typedSupply(form.typed));
  const preview = useSameValues(form.tax.preview && workedOut(form.tax.preview));
  const supply = { typed, preview, locked, onChange: form.change };
  return (
    <>
      {isForLead ? <SupplyFields {...supply} addresses={null} /> : null}
      {customer_id === null ? null : <DocumentSupply {...supply} customerId={customer_id} />}
      <GstTotals {...form.tax} lines={form.lines} />
    </>
  );
}

function workedOut({ supply_type, place_of_supply, reason }: TaxPreview) {
  return { supply_type, place_of_supply, reason };
}
