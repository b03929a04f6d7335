import { historySection } from '~/kit/ui/dialog/RecordHistory';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { formatDay } from '~/kit/shared/time/days';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { textSections } from '~/modules/sales/documents/screens/TextSections';
import { amountDetails } from '~/modules/sales/orders/screens/OrderDetails';
import { orderProgress } from '~/modules/sales/orders/orders.fields';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import { emailSection } from '~/modules/sales/papers/screens/PaperMail';
import {
  type PurchaseOrder,
  purchaseOrderFields,
  purchaseOrderTexts,
} from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import type { PurchaseOrderDialogsState } from './PurchaseOrderActions';
import { ExpectedDate, PurchaseOrderStatus } from './PurchaseOrderColumns';
import { PurchaseLines } from './PurchaseLines';

interface Props {
  order: PurchaseOrder | null;
  show: PurchaseOrderDialogsState;
  onClose: () => void;
}

const tools = ['edit', 'markOrdered', 'close', 'download', 'share', 'duplicate'];

export default function PurchaseOrderDetails({ order, show, onClose }: Props) {
  const company = useCompany();
  const main = ['send', ...show.extra.actions.map(({ key }) => key)];
  return (
    <PaperDetails
      title="Purchase Order Details"
      closeLabel="Back"
      paper={
        order && {
          number: purchaseLabel(order),
          customer_name: order.vendor_name,
          status: <PurchaseOrderStatus order={order} />,
          page: recordPath('purchase_orders', order.id),
          sections: purchaseOrderSections(order, { company, show }),
          tools: <ActionButtons row={order} actions={show.rowActions} shown={tools} size="xs" />,
          actions: <ActionButtons row={order} actions={show.rowActions} shown={main} endsFilled />,
        }
      }
      onClose={onClose}
    />
  );
}

interface Around {
  company: Company;
  show: Pick<PurchaseOrderDialogsState, 'send' | 'rights'>;
}

/** All that is known of a purchase order, in its dialog and on its page. */
export function purchaseOrderSections(
  order: PurchaseOrder,
  { company, show }: Around,
): DetailsSection[] {
  const { timeZone, today } = company;
  return [
    {
      title: 'Purchase Order',
      details: [
        { label: 'Purchase Number', value: order.purchase_number },
        { label: 'Revision', value: String(order.revision) },
        {
          label: 'Vendor',
          value: <RecordLink path="/vendors" id={order.vendor_id} name={order.vendor_name} />,
        },
        { label: 'Status', value: <PurchaseOrderStatus order={order} />, fields: ['status'] },
        { label: 'Order Date', value: formatDay(order.order_date), fields: ['order_date'] },
        {
          label: 'Expected Date',
          value: order.expected_date && <ExpectedDate order={order} today={today} />,
          fields: ['expected_date'],
        },
        { label: 'Received', value: progressText(order.receipt_state) },
        { label: 'Billed', value: progressText(order.bill_state) },
        ...(order.location_name === null
          ? []
          : [{ label: 'Location', value: order.location_name }]),
      ],
    },
    { title: 'Items', content: <PurchaseLines order={order} /> },
    {
      title: 'Amounts',
      details: [
        ...amountDetails(order),
        ...(order.reverse_charge ? [{ label: 'Reverse Charge', value: 'Yes' }] : []),
      ],
    },
    ...textSections(purchaseOrderFields, order, purchaseOrderTexts),
    emailSection(order, {
      noun: 'purchase order',
      timeZone,
      onSend: show.rights.canSend(order).ok ? () => show.send(order) : null,
    }),
    recordSection(order, { timeZone }),
    historySection('/purchase-orders', order, { fields: purchaseOrderFields, timeZone, today }),
  ];
}

function progressText(state: PurchaseOrder['receipt_state']): string {
  return orderProgress.find(({ value }) => value === state)?.label ?? state;
}
