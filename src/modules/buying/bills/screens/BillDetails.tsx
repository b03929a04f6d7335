import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/records/computed';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import type { GoodsReceipt } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { textSections } from '~/modules/sales/documents/screens/TextSections';
import { amountDetails } from '~/modules/sales/orders/screens/OrderDetails';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import {
  type Bill,
  billFields,
  type BillLine,
  creditReasons,
  type WholeBill,
} from '../bills.fields';
import type { BillDialogsState } from './BillActions';
import { BillStatus, DueDate } from './BillColumns';
import { useWholeBill } from './bills.client';

interface Props {
  bill: Bill | null;
  show: BillDialogsState;
  onClose: () => void;
}

const tools = ['edit', 'credit', 'cancel', 'delete'];

export default function BillDetails({ bill, show, onClose }: Props) {
  const company = useCompany();
  const main = ['book', ...show.extra.actions.map(({ key }) => key)];
  return (
    <PaperDetails
      title={bill?.kind === 'credit' ? 'Credit Details' : 'Bill Details'}
      paper={
        bill && {
          number: bill.voucher_number,
          customer_name: bill.vendor_name,
          status: <BillStatus bill={bill} />,
          page: recordPath('bills', bill.id),
          sections: billSections(bill, company),
          tools: <ActionButtons row={bill} actions={show.rowActions} shown={tools} size="xs" />,
          actions: <ActionButtons row={bill} actions={show.rowActions} shown={main} endsFilled />,
        }
      }
      onClose={onClose}
    />
  );
}

const money = (amount: number) => formatMoney(amount, 'INR');

/** All that is known of a bill, in its dialog and on its page. */
export function billSections(bill: Bill, { timeZone, today }: Company): DetailsSection[] {
  return [
    {
      title: bill.kind === 'credit' ? 'Credit' : 'Bill',
      details: [
        { label: 'Voucher Number', value: bill.voucher_number },
        {
          label: 'Vendor',
          value: <RecordLink path="/vendors" id={bill.vendor_id} name={bill.vendor_name} />,
        },
        { label: 'Bill Number', value: bill.bill_number, fields: ['bill_number'] },
        { label: 'Status', value: <BillStatus bill={bill} />, fields: ['status'] },
        { label: 'Bill Date', value: formatDay(bill.bill_date), fields: ['bill_date'] },
        { label: 'Due Date', value: <DueDate bill={bill} />, fields: ['due_date'] },
        ...(bill.msme_limit === null
          ? []
          : [{ label: 'MSME Limit', value: formatDay(bill.msme_limit) }]),
        ...linksOf(bill),
      ],
    },
    { title: 'Items', content: <BillContent bill={bill} part={BillItems} /> },
    { title: 'Charges', content: <BillContent bill={bill} part={BillChargeLines} /> },
    { title: 'Differences', content: <BillContent bill={bill} part={BillDifferences} /> },
    { title: 'Amounts', details: [...amountDetails(bill), ...owedDetails(bill)] },
    ...textSections(billFields, bill, ['terms_conditions', 'notes']),
    recordSection(bill, { timeZone }),
    historySection('/bills', bill, { fields: billFields, timeZone, today }),
  ];
}

function linksOf({ purchase_order_id: order, purchase_number, corrects_id }: Bill) {
  return [
    ...(order === null
      ? []
      : [
          {
            label: 'Purchase Order',
            value: <RecordLink path="/purchase-orders" id={order} name={purchase_number ?? ''} />,
          },
        ]),
    ...(corrects_id === null
      ? []
      : [
          {
            label: 'Corrects',
            value: <CreditedBill id={corrects_id} />,
          },
        ]),
  ];
}

function CreditedBill({ id }: { id: number }) {
  const { data } = useComputed<Bill>(`/bills/${id}`, { dependsOn: ['bills'], day: '' });
  return <RecordLink path="/bills" id={id} name={data?.voucher_number ?? 'The credited bill'} />;
}

function FreightedReceipt({ id }: { id: number }) {
  const dependsOn = ['goods_receipts'] as const;
  const { data } = useComputed<GoodsReceipt>(`/goods-receipts/${id}`, { dependsOn, day: '' });
  const name = data?.goods_receipt_number ?? 'Goods receipt';
  return <RecordLink path="/goods-receipts" id={id} name={name} />;
}

function owedDetails(bill: Bill) {
  const { tds_code, tds_rate, tds_base, tds_amount, tds_is_typed } = bill;
  const tds = `${money(tds_amount)} on ${money(tds_base)} at ${tds_rate ?? 0}%`;
  return [
    ...(bill.reverse_charge ? [{ label: 'Reverse Charge', value: 'Yes' }] : []),
    ...(tds_code === null && tds_amount === 0
      ? []
      : [{ label: `TDS ${tds_code ?? ''}`, value: tds_is_typed ? `${tds}, entered` : tds }]),
    { label: 'Payable', value: money(bill.payable_amount) },
    { label: 'Paid', value: money(bill.paid_amount) },
    { label: 'Credited', value: money(bill.credited_amount) },
    { label: 'Balance Due', value: money(bill.balance_due) },
  ];
}

interface ContentProps {
  bill: Bill;
  part: (props: { bill: WholeBill }) => React.ReactNode;
}

function BillContent({ bill, part: Part }: ContentProps) {
  const { data, state, retry } = useWholeBill(bill);
  if (data?.id !== bill.id) return <NotLoaded what="bill" state={state} onRetry={retry} />;
  return <Part bill={data} />;
}

function BillItems({ bill }: { bill: WholeBill }) {
  return (
    <LinesTable stacked>
      <TableHead titles={['Description']} amounts={['Quantity', 'Unit Price', 'Taxable Value']} />
      <tbody>
        {bill.items.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.description}
              {notesOf(line).map((note) => (
                <SoftText key={note} as="div" small>
                  {note}
                </SoftText>
              ))}
            </th>
            <td className="amount" data-label="Quantity">
              {line.quantity === null ? '–' : `${formatNumber(line.quantity)} ${line.unit ?? ''}`}
            </td>
            <td className="amount" data-label="Unit Price">
              {formatPrice(line.unit_price)}
            </td>
            <td className="amount" data-label="Taxable Value">
              {money(line.taxable_value)}
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function notesOf({ sku_code, tax_rate, itc, credit_reason }: BillLine): string[] {
  const reason = creditReasons.find(({ value }) => value === credit_reason)?.label;
  return [
    sku_code,
    tax_rate === null ? null : `Tax ${tax_rate}%`,
    itc === 'blocked' ? 'Tax is part of the cost' : null,
    reason,
  ].flatMap((note) => note ?? []);
}

function BillChargeLines({ bill }: { bill: WholeBill }) {
  if (bill.charges.length === 0) return <SoftText as="p">No charges</SoftText>;
  return (
    <LinesTable>
      <TableHead titles={['Description']} amounts={['Amount']} />
      <tbody>
        {bill.charges.map((charge) => (
          <tr key={charge.id}>
            <th scope="row">
              {charge.description}
              {charge.goods_receipt_ids.map((id) => (
                <SoftText key={id} as="div" small>
                  <FreightedReceipt id={id} />
                </SoftText>
              ))}
            </th>
            <td className="amount">{money(charge.amount)}</td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function BillDifferences({ bill }: { bill: WholeBill }) {
  if (bill.differences.length === 0) return <SoftText as="p">None were accepted</SoftText>;
  return (
    <ul>
      {bill.differences.map(({ field, message }) => (
        <li key={field}>{message}</li>
      ))}
    </ul>
  );
}
