import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { FormField, FormGrid, FormSection } from '~/kit/ui/form/FormParts';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { emptyCharge, type TypedCharge } from '../bill-form.rules';
import { billChargeFields } from '../bills.fields';
import { ItcSelect } from './BillLineInputs';
import { useChargeableReceipts } from './bills.client';
import type { BillForm } from './useBillForm';

/** Freight and the like, each with the receipts whose goods it was paid for. */
export function BillCharges({ form }: { form: BillForm }) {
  const { charges } = form.typed;
  const set = (next: readonly TypedCharge[]) => form.change({ charges: next });
  const add = () =>
    set([...charges, emptyCharge(Math.max(0, ...charges.map(({ key }) => key)) + 1)]);
  return (
    <FormSection>
      <legend>Charges</legend>
      {charges.map((charge, index) => (
        <Charge
          key={charge.key}
          form={form}
          charge={charge}
          index={index}
          onChange={(values) =>
            set(charges.map((each) => (each.key === charge.key ? { ...each, ...values } : each)))
          }
          onRemove={() => set(charges.filter(({ key }) => key !== charge.key))}
        />
      ))}
      <AddButton variant="default" onClick={add}>
        Add Charge
      </AddButton>
    </FormSection>
  );
}

interface ChargeProps {
  form: BillForm;
  charge: TypedCharge;
  index: number;
  onChange: (values: Partial<TypedCharge>) => void;
  onRemove: () => void;
}

function Charge({ form, charge, index, onChange, onRemove }: ChargeProps) {
  const { classes } = useTaxFields();
  const receipts = useChargeableReceipts();
  const choices = useMemo(
    () =>
      receipts.map(({ id, goods_receipt_number, vendor_name }) => ({
        value: String(id),
        label: `${goods_receipt_number} · ${vendor_name}`,
      })),
    [receipts],
  );
  const text = (name: 'description' | 'amount') => ({
    label: billChargeFields[name].label,
    value: charge[name],
    error: form.errorOf(`charges.${index}.${name}`),
    autoComplete: 'off',
    onBlur: () => form.leave(`charges.${index}.${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <FormGrid role="group" aria-label={`Charge ${index + 1}`}>
      <FormField required>
        <TextInput {...text('description')} placeholder="Freight" aria-required />
      </FormField>
      <FormField required compact>
        <TextInput {...text('amount')} inputMode="decimal" leftSection="₹" aria-required />
      </FormField>
      {form.isGst ? (
        <FormField compact>
          <NativeSelect
            label={billChargeFields.tax_class_id.label}
            value={String(charge.tax_class_id ?? '')}
            data={[{ value: '', label: 'None' }, ...classes]}
            onChange={(event) =>
              onChange({ tax_class_id: Number(event.currentTarget.value) || null })
            }
          />
        </FormField>
      ) : null}
      <FormField compact>
        <ItcSelect value={charge.itc} onChange={(itc) => onChange({ itc })} />
      </FormField>
      <FormField wide>
        <MultiSelect
          label="Goods Receipts"
          placeholder="Whose goods it was paid for"
          data={choices}
          value={charge.goods_receipt_ids.map(String)}
          error={form.errorOf(`charges.${index}.goods_receipt_ids`)}
          searchable
          limit={50}
          nothingFoundMessage="No goods receipt found"
          onChange={(ids) => onChange({ goods_receipt_ids: ids.map(Number) })}
        />
      </FormField>
      <RemoveButton label={`Remove charge ${index + 1}`} onRemove={onRemove} />
    </FormGrid>
  );
}
