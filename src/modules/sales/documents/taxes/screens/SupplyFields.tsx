import { Checkbox, NativeSelect } from '@mantine/core';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormField, FormGrid, FormSection } from '~/kit/ui/form/FormParts';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { type SupplyType, supplyTypes } from '~/modules/catalogue/tax/supply.rules';
import { documentTaxFields } from '../../documents.fields';
import type { TaxPreview } from '../tax-preview.fields';
import type { TypedSupply } from '../typed-supply.rules';

interface Props {
  typed: TypedSupply;
  preview: Pick<TaxPreview, 'supply_type' | 'place_of_supply' | 'reason'> | null;
  /** Of the chosen customer, as a select shows them; null for a lead. */
  addresses: readonly { value: string; label: string }[] | null;
  locked?: boolean;
  onChange: (supply: Partial<TypedSupply>) => void;
}

/** Who and where of a document by GST; what is not chosen is worked out and said (docs/product/tax.md#place-of-supply). */
export function SupplyFields(props: Props) {
  const { typed, preview, locked = false, onChange } = props;
  const worked = (label: string | undefined) =>
    label === undefined ? 'Automatic' : `Automatic: ${label}`;
  const labelIn = (choices: readonly { value: string; label: string }[], value?: string | null) =>
    choices.find((choice) => choice.value === value)?.label;
  return (
    <FormSection>
      <legend>Tax</legend>
      <FormGrid>
        <AddressField name="billing_address_id" {...props} />
        <AddressField name="shipping_address_id" {...props} />
        <FormField>
          <NativeSelect
            label={documentTaxFields.supply_type.label}
            disabled={locked}
            value={typed.supply_type ?? ''}
            data={[
              { value: '', label: worked(labelIn(supplyTypes, preview?.supply_type)) },
              ...supplyTypes,
            ]}
            onChange={(event) =>
              onChange({ supply_type: (event.currentTarget.value || null) as SupplyType | null })
            }
          />
        </FormField>
        <FormField>
          <NativeSelect
            label={documentTaxFields.place_of_supply.label}
            disabled={locked}
            description={
              preview ? (
                <SoftText as="span" small>
                  {preview.reason}
                </SoftText>
              ) : null
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={typed.place_of_supply ?? ''}
            data={[
              { value: '', label: worked(labelIn(stateChoices, preview?.place_of_supply)) },
              ...stateChoices,
            ]}
            onChange={(event) => onChange({ place_of_supply: event.currentTarget.value || null })}
          />
        </FormField>
        <FormField>
          <Checkbox
            label={documentTaxFields.reverse_charge.label}
            disabled={locked}
            checked={typed.reverse_charge}
            onChange={(event) => onChange({ reverse_charge: event.currentTarget.checked })}
          />
        </FormField>
      </FormGrid>
    </FormSection>
  );
}

interface AddressProps extends Props {
  name: 'billing_address_id' | 'shipping_address_id';
}

function AddressField({ name, typed, addresses, locked = false, onChange }: AddressProps) {
  if (addresses === null) return null;
  return (
    <FormField>
      <NativeSelect
        label={documentTaxFields[name].label}
        disabled={locked}
        value={String(typed[name] ?? '')}
        data={[{ value: '', label: "The customer's default" }, ...addresses]}
        onChange={(event) =>
          onChange({ [name]: Number(event.currentTarget.value) || null, place_of_supply: null })
        }
      />
    </FormField>
  );
}
