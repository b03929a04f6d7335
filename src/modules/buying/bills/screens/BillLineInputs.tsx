import { NativeSelect, TextInput } from '@mantine/core';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { FreeItem } from '~/modules/buying/purchase-orders/screens/FreeItem';
import type { OwnInput } from '~/modules/sales/documents/lines/screens/DescribedItems';
import type { TypedBillLine } from '../bill-form.rules';
import { type BillLine, billLineFields, itcChoices } from '../bills.fields';

/** The unit of a line, and whether its tax is credited. */
export function billLineInputs({ line, errorOf, change, leave }: OwnInput<TypedBillLine>) {
  return (
    <FormGrid>
      <FormField compact>
        <TextInput
          label={billLineFields.unit.label}
          value={line.unit}
          error={errorOf('unit')}
          autoComplete="off"
          onBlur={() => leave('unit')}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
      </FormField>
      <FormField compact>
        <ItcSelect value={line.itc} onChange={(itc) => change({ itc })} />
      </FormField>
      <FreeItem line={line} />
    </FormGrid>
  );
}

interface ItcProps {
  value: BillLine['itc'];
  onChange: (itc: BillLine['itc']) => void;
}

export function ItcSelect({ value, onChange }: ItcProps) {
  return (
    <NativeSelect
      label={billLineFields.itc.label}
      value={value}
      data={[...itcChoices]}
      onChange={(event) =>
        onChange(event.currentTarget.value === 'blocked' ? 'blocked' : 'eligible')
      }
    />
  );
}
