import { useBeforeCount } from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { formatNumber } from '~/kit/shared/money/numbers';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import {
  type GoodsReceipt,
  goodsReceiptFields,
  type ReceiptItem,
  type ReceiptWithItems,
} from '../goods-receipts.fields';
import { leftOf, readReturn } from '../typed-receipts.rules';
import { returnGoods, useWholeReceipt } from './goods-receipts.client';
import { Amount } from './ReceiptInputs';

const fields = {
  return_date: field.day({ label: 'Return Date', required: true }),
  reason: goodsReceiptFields.reason,
  vehicle_number: goodsReceiptFields.vehicle_number,
  notes: goodsReceiptFields.notes,
};
const sections = [
  { title: 'Return', names: ['return_date', 'reason', 'vehicle_number', 'notes'] },
] as const;

interface Props {
  receipt: GoodsReceipt | null;
  onClose: () => void;
}

/** "Return to Vendor" (docs/product/goods-receipts.md#returns). */
export default function ReturnForm({ receipt, onClose }: Props) {
  return receipt && <Opened key={receipt.id} receipt={receipt} onClose={onClose} />;
}

function Opened({ receipt, onClose }: { receipt: GoodsReceipt; onClose: () => void }) {
  const { data } = useWholeReceipt(receipt);
  return data?.id === receipt.id ? <Form receipt={data} onClose={onClose} /> : null;
}

type Typed = Readonly<Record<number, { quantity: string; lots: string }>>;

function Form({ receipt, onClose }: { receipt: ReceiptWithItems; onClose: () => void }) {
  const { today } = useCompany();
  const [typed, setTyped] = useState<Typed>({});
  const [replace, setReplace] = useState(false);
  const items = receipt.items.filter((item) => leftOf(item) > 0);
  const read = readReturn(items, typed);
  const keyFor = useSendKey();
  const beforeCount = useBeforeCount();
  return (
    <FormDialog
      onClose={onClose}
      title={`Return Goods of ${receipt.goods_receipt_number}`}
      subject={receipt.id}
      size="lg"
      fields={fields}
      initial={{ return_date: today }}
      sections={sections}
      required={['return_date']}
      blocked={() => read.wrong}
      isChangedBeside={Object.keys(typed).length > 0 || replace}
      submitLabel="Return to Vendor"
      failed={orNetworkError('Failed to return goods')}
      onSubmit={async (values) => {
        const created = await beforeCount.send((counted) => {
          const body = { ...values, replace, items: read.items, ...counted };
          return returnGoods(receipt.id, body, keyFor(body));
        });
        return withRevaluedText('Goods returned successfully!', created, today);
      }}
      question={beforeCount.question}
    >
      <LinesTable caption="Items" stacked>
        <TableHead titles={['Product']} amounts={['Can Go Back', 'Quantity']} />
        <tbody>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              typed={typed[item.id] ?? { quantity: '', lots: '' }}
              onChange={(values) => setTyped({ ...typed, [item.id]: values })}
            />
          ))}
        </tbody>
      </LinesTable>
      <Checkbox
        label="Other goods are to come for these"
        checked={replace}
        mt="sm"
        onChange={(event) => setReplace(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

interface RowProps {
  item: ReceiptItem;
  typed: Typed[number];
  onChange: (values: Typed[number]) => void;
}

function Row({ item, typed, onChange }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {item.description}
        {item.lots ? (
          <TextInput
            aria-label={`Lots of ${item.description}`}
            placeholder="Lots: A x 4; empty: those that came first"
            autoComplete="off"
            size="xs"
            value={typed.lots}
            onChange={(event) => onChange({ ...typed, lots: event.currentTarget.value })}
          />
        ) : null}
      </th>
      <td className="amount" data-label="Can Go Back">
        {formatNumber(leftOf(item))} {item.unit}
      </td>
      <td className="amount" data-label="Quantity">
        <Amount
          label={`Quantity of ${item.description}`}
          value={typed.quantity}
          onChange={(quantity) => onChange({ ...typed, quantity })}
        />
      </td>
    </tr>
  );
}
