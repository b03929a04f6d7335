import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { RecordActions } from '~/kit/ui/shell/RecordActions';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { lotsText } from '~/modules/catalogue/products/lots/lots.rules';
import { type GoodsReceipt, goodsReceiptFields, type ReceiptItem } from '../goods-receipts.fields';
import { useWholeReceipt } from './goods-receipts.client';
import { ReceiptStatus } from './ReceiptColumns';

interface Props {
  receipt: GoodsReceipt | null;
  actions: readonly RowAction<GoodsReceipt>[];
  onClose: () => void;
}

const shown = ['download', 'receive', 'return', 'edit'];

export default function ReceiptDetails({ receipt, actions, onClose }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={receipt !== null}
      onClose={onClose}
      title="Goods Receipt Details"
      size={720}
      subtitle={
        receipt ? (
          <>
            {receipt.goods_receipt_number} <ReceiptStatus receipt={receipt} />
          </>
        ) : null
      }
      page={receipt ? `/goods-receipts/${receipt.id}` : undefined}
      sections={receipt ? receiptSections(receipt, company) : []}
      actions={
        receipt ? (
          <RecordActions row={receipt} actions={actions.filter(({ key }) => shown.includes(key))} />
        ) : null
      }
    />
  );
}

/** All that is known of a receipt, in its dialog and on its page. */
export function receiptSections(
  receipt: GoodsReceipt,
  { timeZone, today }: Company,
): DetailsSection[] {
  const { location_name, reason } = receipt;
  return [
    {
      title: receipt.kind === 'return' ? 'Return' : 'Receipt',
      details: [
        {
          label: 'Vendor',
          value: <RecordLink path="/vendors" id={receipt.vendor_id} name={receipt.vendor_name} />,
        },
        {
          label: 'Purchase Order',
          value: (
            <RecordLink
              path="/purchase-orders"
              id={receipt.purchase_order_id}
              name={receipt.purchase_number}
            />
          ),
        },
        { label: 'Date', value: formatDay(receipt.receipt_date) },
        { label: 'Status', value: <ReceiptStatus receipt={receipt} /> },
        ...(location_name === null ? [] : [{ label: 'Location', value: location_name }]),
        ...(reason === null ? [] : [{ label: 'Reason', value: reason }]),
        ...(receipt.kind === 'receipt'
          ? [{ label: 'Billed', value: receipt.is_billed ? 'Yes' : 'No' }]
          : []),
      ],
    },
    { title: 'Items', content: <Items receipt={receipt} /> },
    {
      title: 'Transport',
      details: [
        { label: 'Vendor Challan', value: receipt.vendor_challan },
        { label: 'Vehicle Number', value: receipt.vehicle_number },
      ],
    },
    { title: 'Notes', text: receipt.notes },
    {
      title: 'Record',
      details: [
        { label: 'Created By', value: receipt.created_by_name },
        { label: 'Created', value: formatInstant(receipt.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(receipt.updated_at, timeZone) },
      ],
    },
    historySection('/goods-receipts', receipt, { fields: goodsReceiptFields, timeZone, today }),
  ];
}

function Items({ receipt }: { receipt: GoodsReceipt }) {
  const { data, state, retry } = useWholeReceipt(receipt);
  if (data?.id !== receipt.id) return <NotLoaded what="items" state={state} onRetry={retry} />;
  const isReturn = receipt.kind === 'return';
  const amounts = isReturn ? ['Returned', 'Value'] : ['Received', 'Rejected', 'Value'];
  return (
    <LinesTable stacked>
      <TableHead titles={['Product']} amounts={amounts} />
      <tbody>
        {data.items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              {item.description}
              {aboutOf(item).map((text) => (
                <SoftText key={text} as="div" small>
                  {text}
                </SoftText>
              ))}
            </th>
            <td className="amount" data-label={amounts[0]}>
              {formatNumber(item.quantity)} {item.unit}
            </td>
            {isReturn ? null : (
              <td className="amount" data-label="Rejected">
                {item.rejected_quantity === 0 ? '–' : formatNumber(item.rejected_quantity)}
              </td>
            )}
            <td className="amount" data-label="Value">
              {item.value === null ? '–' : formatMoney(item.value, 'INR')}
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function aboutOf(item: ReceiptItem): string[] {
  const { sku_code, lots, reject_reason, returned_quantity, closes, is_replaced } = item;
  return [
    sku_code,
    lots && lots.length > 0 ? `Lots: ${lotsText(lots)}` : null,
    reject_reason === null ? null : `Rejected: ${reject_reason}`,
    returned_quantity > 0 ? `Went back: ${formatNumber(returned_quantity)}` : null,
    closes ? 'Closes the line of the order' : null,
    is_replaced ? 'To be replaced' : null,
  ].filter((text) => text !== null);
}
