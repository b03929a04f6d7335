import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import {
  type Bill,
  billFields,
  type BillLine,
  creditReasons,
  type WholeBill,
} from '../bills.fields';
import {
  noTypedCredit,
  readCredit,
  type TypedCredit,
  type TypedCredits,
} from '../typed-credits.rules';
import { creditBill, useWholeBill } from './bills.client';

const fields = {
  bill_number: field.text({ label: 'Number of the Credit', max: 50 }),
  bill_date: field.day({ label: 'Date', required: true }),
  notes: billFields.notes,
};
const sections = [{ title: 'Credit', names: ['bill_number', 'bill_date', 'notes'] }] as const;

interface Props {
  bill: Bill | null;
  onClose: () => void;
}

/** "Credit" (docs/product/bills.md#credits). */
export default function CreditForm({ bill, onClose }: Props) {
  return bill && <Opened key={bill.id} bill={bill} onClose={onClose} />;
}

function Opened({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { data } = useWholeBill(bill);
  return data?.id === bill.id ? <Form bill={data} onClose={onClose} /> : null;
}

function Form({ bill, onClose }: { bill: WholeBill; onClose: () => void }) {
  const { today } = useCompany();
  const [typed, setTyped] = useState<TypedCredits>({});
  const { items, wrong } = readCredit(bill.items, typed);
  const keyFor = useSendKey();
  return (
    <FormDialog
      onClose={onClose}
      title={`Credit for ${bill.voucher_number}`}
      subject={bill.id}
      size="xl"
      fields={fields}
      initial={{ bill_date: today }}
      sections={sections}
      required={['bill_date']}
      blocked={() => wrong}
      isChangedBeside={Object.keys(typed).length > 0}
      submitLabel="Book Credit"
      failed={orNetworkError('Failed to book credit')}
      onSubmit={async ({ bill_number, ...values }) => {
        const body = { ...values, ...(bill_number ? { bill_number } : {}), items };
        const credit = await creditBill(bill.id, body, keyFor(body));
        return withRevaluedText('Credit booked successfully', credit, today);
      }}
    >
      <LinesTable caption="Items" stacked>
        <TableHead
          titles={['Description']}
          amounts={['Billed']}
          after={['Reason', 'Quantity', 'Amount']}
        />
        <tbody>
          {bill.items.map((line) => (
            <Row
              key={line.id}
              line={line}
              typed={typed[line.id] ?? noTypedCredit}
              onChange={(values) =>
                setTyped({
                  ...typed,
                  [line.id]: { ...(typed[line.id] ?? noTypedCredit), ...values },
                })
              }
            />
          ))}
        </tbody>
      </LinesTable>
    </FormDialog>
  );
}

interface RowProps {
  line: BillLine;
  typed: TypedCredit;
  onChange: (values: Partial<TypedCredit>) => void;
}

function Row({ line, typed, onChange }: RowProps) {
  const text = (name: 'quantity' | 'amount', label: string) => ({
    'aria-label': `${label} of ${line.description}`,
    value: typed[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    size: 'xs',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <tr>
      <th scope="row">{line.description}</th>
      <td className="amount" data-label="Billed">
        {formatNumber(line.quantity ?? 0)} {line.unit}, {formatMoney(line.taxable_value, 'INR')}
      </td>
      <td data-label="Reason">
        <NativeSelect
          aria-label={`Reason of ${line.description}`}
          size="xs"
          miw={140}
          value={typed.reason}
          data={[...creditReasons]}
          onChange={(event) =>
            onChange({ reason: event.currentTarget.value === 'price' ? 'price' : 'returned' })
          }
        />
      </td>
      <td data-label="Quantity">
        <TextInput {...text('quantity', 'Quantity')} disabled={typed.reason === 'price'} />
      </td>
      <td data-label="Amount">
        <TextInput
          {...text('amount', 'Amount')}
          placeholder={typed.reason === 'returned' ? 'By the bill' : 'Before tax'}
        />
      </td>
    </tr>
  );
}
