import { NativeSelect, TextInput } from '@mantine/core';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { ReceivedLots } from '~/modules/buying/goods-receipts/screens/ReceiptInputs';
import { FreeItem } from '~/modules/buying/purchase-orders/screens/FreeItem';
import type { OwnInput } from '~/modules/sales/documents/lines/screens/DescribedItems';
import type { TypedBillLine } from '../bill-form.rules';
import { type BillLine, billLineFields, itcChoices } from '../bills.fields';
import { isBought } from '../bills.rules';

/** The unit of a line, and whether its tax is credited. */
export const billLineInputs = (input: OwnInput<TypedBillLine>) => <Inputs {...input} />;

/** With the lots of goods that are received along. */
export const receivedLineInputs = (input: OwnInput<TypedBillLine>) => (
  <Inputs {...input} isReceived />
);

interface Props extends OwnInput<TypedBillLine> {
  isReceived?: boolean;
}

function Inputs({ line, errorOf, change, leave, isReceived = false }: Props) {
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
      {isReceived && isBought(line) ? (
        <FormField wide>
          <ReceivedLots
            label="Lots"
            productId={line.product_id}
            value={line.lots}
            error={errorOf('lots')}
            onChange={(lots) => change({ lots })}
          />
        </FormField>
      ) : null}
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
