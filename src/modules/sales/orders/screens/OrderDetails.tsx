import { RecordLink } from '~/kit/ui/list/RecordLink';
import { Button } from '@mantine/core';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { Badge, ChoiceBadge } from '~/kit/ui/elements/Badge';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { textSections } from '~/modules/sales/documents/screens/TextSections';
import {
  discountSums,
  gstSums,
  supplyDetails,
} from '~/modules/sales/documents/taxes/tax-texts.rules';
import { isOverdue } from '../orders.filters';
import {
  type Order,
  orderFields,
  orderStatuses,
  orderTexts,
  type OrderItem,
  type OrderService,
} from '../orders.fields';
import { canGenerateInvoice, hasOpenItems, holdingOf } from '../orders.rules';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { formatNumber } from '~/kit/shared/money/numbers';
import { heldBy } from '../stock.rules';
import { phoneDetails } from '~/modules/sales/papers/screens/PaperContact';
import { orderContact, useWholeOrder } from './orders.client';
import { WholeLines } from '~/modules/sales/documents/lines/screens/WholeLines';

interface Props {
  order: Order | null;
  onClose: () => void;
  onEdit: ((order: Order) => void) | null;
  onInvoice: ((order: Order) => void) | null;
  onDeliver: ((order: Order) => void) | null;
}

export default function OrderDetails({ order, onClose, onEdit, onInvoice, onDeliver }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={order !== null}
      onClose={onClose}
      title="Order Details"
      page={order ? recordPath('orders', order.id) : undefined}
      subtitle={order?.order_number}
      sections={order ? orderSections(order, company) : []}
      actions={
        order ? (
          <>
            {onDeliver && hasOpenItems(order) ? (
              <Button variant="default" onClick={() => onDeliver(order)}>
                Deliver
              </Button>
            ) : null}
            {onInvoice && canGenerateInvoice(order) ? (
              <Button variant="default" onClick={() => onInvoice(order)}>
                Generate Invoice
              </Button>
            ) : null}
            {onEdit ? <Button onClick={() => onEdit(order)}>Edit Order</Button> : null}
          </>
        ) : null
      }
    />
  );
}

/** All that is known of an order, in its dialog and on its page. */
export function orderSections(
  order: Order,
  { timeZone, today }: { timeZone: string; today: string },
): DetailsSection[] {
  return [
    {
      title: 'Order Information',
      details: [
        {
          label: 'Customer',
          value: <RecordLink path="/customers" id={order.customer_id} name={order.customer_name} />,
          wide: true,
        },
        ...phoneDetails(order, orderContact),
        {
          label: 'Status',
          value: <ChoiceBadge choices={orderStatuses} value={order.status} />,
          fields: ['status'],
        },
        { label: 'Order Date', value: formatDay(order.order_date) },
        {
          label: 'Delivery Date',
          value: <Delivery order={order} today={today} />,
          fields: ['delivery_date'],
        },
        { label: 'Created By', value: order.created_by_name },
        { label: 'Created', value: formatInstant(order.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(order.updated_at, timeZone) },
        { label: 'Invoiced', value: order.is_invoiced ? 'Yes' : 'No' },
      ],
    },
    { title: 'Items and Services', content: <OrderLines order={order} /> },
    {
      title: 'Amounts',
      details: [...amountDetails(order), ...supplyDetails(order)],
    },
    ...textSections(orderFields, order, orderTexts),
    historySection('/orders', order, { fields: orderFields, timeZone, today }),
  ];
}

type Amounts = Parameters<typeof gstSums>[0] & Pick<Order, 'tax_mode' | 'tax_rate' | 'tax_amount'>;

export function amountDetails(order: Amounts) {
  if (order.tax_mode === 'gst') {
    return gstSums(order).map(([label, amount]) => ({ label, value: formatMoney(amount, 'INR') }));
  }
  return [
    ...discountSums(order).map(([label, amount]) => ({
      label,
      value: formatMoney(amount, 'INR'),
    })),
    { label: 'Subtotal', value: formatMoney(order.subtotal, 'INR') },
    { label: `Tax (${order.tax_rate}%)`, value: formatMoney(order.tax_amount, 'INR') },
    { label: 'Total', value: <strong>{formatMoney(order.total_amount, 'INR')}</strong> },
  ];
}

function Delivery({ order, today }: { order: Order; today: string }) {
  if (order.delivery_date === null) return 'No date';
  return (
    <>
      {formatDay(order.delivery_date)}{' '}
      {isOverdue(order, today) ? <Badge color="red">Overdue</Badge> : null}
    </>
  );
}

function OrderLines({ order }: { order: Order }) {
  return (
    <WholeLines
      noun="order"
      id={order.id}
      whole={useWholeOrder(order)}
      moreOf={(line) => progressOf(order, line)}
    />
  );
}

/** How far a line is: of goods from the order to the invoice, of services how much is invoiced. */
function progressOf({ status }: Order, line: OrderItem | OrderService): string[] {
  const { invoiced_quantity: invoiced, quantity } = line;
  if (!('returned_quantity' in line) || holdingOf(status) === 'none')
    return [invoiced > 0 ? `Invoiced ${invoiced} of ${quantity}` : ''];
  const steps = [
    ['Ordered', quantity],
    ['Reserved', heldBy(status, line).reserved],
    ['Delivered', line.delivered_quantity],
    ['Invoiced', invoiced],
    ['Open', line.open_quantity],
  ] as const;
  const exceptions = [
    ['Closed', line.closed_quantity],
    ['Returned', line.returned_quantity],
  ] as const;
  const shown = [...steps, ...exceptions.filter(([, amount]) => amount > 0)];
  return [shown.map(([word, amount]) => `${word} ${formatNumber(amount)}`).join(' · ')];
}
