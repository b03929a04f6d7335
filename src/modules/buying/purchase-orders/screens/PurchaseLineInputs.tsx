import { TextInput } from '@mantine/core';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import type { OwnInput } from '~/modules/sales/documents/lines/screens/DescribedItems';
import type { TypedPurchaseLine } from '../purchase-form.rules';
import { purchaseLineFields } from '../purchase-orders.fields';
import { FreeItem } from './FreeItem';

/** The vendor's unit of a line, what arrives of it, and when. */
export function purchaseLineInputs({ line, errorOf, change, leave }: OwnInput<TypedPurchaseLine>) {
  const text = (name: 'unit' | 'stock_quantity') => ({
    label: purchaseLineFields[name].label,
    value: line[name],
    error: errorOf(name),
    autoComplete: 'off',
    onBlur: () => leave(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <FormGrid>
      <FormField compact>
        <TextInput {...text('unit')} />
      </FormField>
      {line.product_id === null ? null : (
        <FormField compact>
          <TextInput
            {...text('stock_quantity')}
            inputMode="decimal"
            placeholder="By the vendor's unit"
          />
        </FormField>
      )}
      <FormField compact>
        <DateInput
          label={purchaseLineFields.expected_date.label}
          value={line.expected_date}
          error={errorOf('expected_date')}
          onBlur={() => leave('expected_date')}
          onChange={(expected_date) => change({ expected_date })}
        />
      </FormField>
      <FreeItem line={line} />
    </FormGrid>
  );
}
