import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { stateText } from '~/modules/organization/company/states.rules';
import { isBuyerAbroad } from '~/modules/catalogue/tax/supply.rules';
import { MapLink } from '~/modules/records/records/screens/ContactLinks';
import { type Address, addressFields, type AddressPatch } from '../addresses.fields';
import type { Customer } from '../customers.fields';
import { gstFollow, gstNotes, gstRefusal } from '../gst.rules';
import {
  CustomerParts,
  type PartFace,
  partForm,
  type PartFormProps,
  type PartTexts,
} from './CustomerParts';
import { useCustomerParts } from './customer-parts.client';

const texts: PartTexts = { noun: 'Address', one: 'address', all: 'addresses' };

const sections = [
  {
    title: '',
    names: ['label', 'gstin', 'address', 'city', 'state_code', 'postal_code', 'country'],
  },
  { title: 'Use', names: ['is_billing', 'is_shipping'] },
] as const;

/** The addresses of a customer in its details (docs/product/customers.md#addresses). */
export function CustomerAddresses({ customer }: { customer: Customer }) {
  const addresses = useCustomerParts<Address, AddressPatch>(customer.id, 'addresses');
  const form = isBuyerAbroad(customer) ? AddressOfBuyerAbroad : AddressForm;
  return <CustomerParts texts={texts} records={addresses} faceOf={faceOf} form={form} />;
}

function faceOf(address: Address): PartFace {
  const { label, city, is_billing, is_shipping, state_code, postal_code, country, gstin } = address;
  const state = state_code && stateText(state_code);
  const town = [city, state, postal_code].filter(Boolean).join(', ');
  const lines = [address.address, town, country, gstin && `GSTIN ${gstin}`];
  return {
    name: label ?? city ?? texts.noun,
    badges: [...(is_billing ? ['Billing'] : []), ...(is_shipping ? ['Shipping'] : [])],
    text: (
      <>
        {lines.filter(Boolean).join('\n')} <MapLink parts={[address.address, town, country]} />
      </>
    ),
  };
}

type FormProps = PartFormProps<Address, AddressPatch>;

/** The customer's own address stays the one for billing: what is added is often a port in India. */
function AddressOfBuyerAbroad(props: FormProps) {
  return <AddressForm {...props} isOfBuyerAbroad />;
}

function AddressForm({
  isOfBuyerAbroad = false,
  ...props
}: FormProps & { isOfBuyerAbroad?: boolean }) {
  const isGst = useSettings().tax_mode === 'gst';
  const existing = props.subject === 'new' ? null : props.subject;
  const isFirst = props.records.rows.length === 0;
  return (
    <FormDialog
      {...partForm(texts, props)}
      fields={addressFields}
      sections={sections}
      initial={existing ?? { is_billing: isFirst && !isOfBuyerAbroad, is_shipping: isFirst }}
      follow={gstFollow}
      notes={gstNotes}
      check={(name, typed) => {
        const refusal = gstRefusal(name, typed, existing?.gstin ?? null);
        return isGst || name === 'state_code' ? refusal : null;
      }}
    />
  );
}
